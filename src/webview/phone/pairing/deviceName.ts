import { fieldsOf, listOf, textOf } from '../../../shared/text/fields';
import { t } from '../../../shared/words/l10n';
import { isIpadAsMac, type KnownBrowser } from './platform';

/** Longest name that a hub accepts. */
const longest = 100;

type Names = readonly (readonly [RegExp, string])[];

/**
 * Browsers by Chromium's brands or by the user agent. The order matters, because most user agents
 * contain other browsers' names as well.
 */
const browsers: Names = [
  [/^Microsoft Edge$|\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/^Samsung Internet$|\bSamsungBrowser\//, 'Samsung Internet'],
  [/^Opera\b|\b(?:OPR|OPT|OPX)\//, 'Opera'],
  [/^Brave$/, 'Brave'],
  [/^Vivaldi$|\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/^Google Chrome$|\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/^(?:Chromium|HeadlessChrome)$/, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** Devices by Chromium's platform or by the user agent. */
const devices: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bMacintosh\b|^macOS$/, 'Mac'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b|^Chrom(?:e|ium) ?OS$/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
];

/** Name of this phone for its owner, such as `Pixel 8, Chrome`, from what the browser reveals. */
export async function deviceName(navigator: KnownBrowser): Promise<string> {
  const { userAgent } = navigator;
  const data = fieldsOf(fieldsOf(navigator)['userAgentData']);
  const brands = listOf(data['brands']).map((one) => textOf(fieldsOf(one)['brand']));
  const platform = found(devices, [textOf(data['platform'])]) ?? found(devices, [userAgent]);
  const device = isIpadAsMac(navigator) ? 'iPad' : ((await modelIn(data)) ?? platform);
  const browser = found(browsers, brands) ?? found(browsers, [userAgent]);
  const parts = [device, browser].filter((part) => part !== undefined);
  return parts.join(', ').slice(0, longest) || t('Phone');
}

/** The first name in the table whose pattern matches one of the texts. */
function found(names: Names, texts: readonly string[]): string | undefined {
  return names.find(([pattern]) => texts.some((text) => pattern.test(text)))?.[1];
}

/** The device's model, which only Chromium on Android reveals. */
async function modelIn(data: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  const getValues = data['getHighEntropyValues'];
  if (typeof getValues !== 'function' || listOf(data['brands']).length === 0) return undefined;
  try {
    const values: unknown = await Reflect.apply(getValues, data, [['model']]);
    const model = textOf(fieldsOf(values)['model']).trim();
    return model === '' ? undefined : model;
  } catch {
    return undefined; // The browser refuses to reveal it.
  }
}
