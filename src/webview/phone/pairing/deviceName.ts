import { fieldsOf, listOf, textOf } from '../../../shared/text/fields';
import { t } from '../../../shared/words/l10n';
import { isIpadAsMac } from './platform';

/** Longest name that a hub takes. */
const longest = 100;

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const devices: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
];

/** Name of this phone as its owner knows it, `Pixel 8, Chrome`, as far as the browser tells. */
export async function deviceName(navigator: Navigator): Promise<string> {
  const { userAgent } = navigator;
  const found = (table: typeof browsers) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const device = (await modelOf(navigator)) ?? (isIpadAsMac(navigator) ? 'iPad' : found(devices));
  const parts = [device, found(browsers)].filter((part) => part !== undefined);
  return parts.join(', ').slice(0, longest) || t('Phone');
}

/** The model, which Chromium alone tells, and on Android. */
async function modelOf(navigator: Navigator): Promise<string | undefined> {
  const data = fieldsOf(fieldsOf(navigator)['userAgentData']);
  const ask = data['getHighEntropyValues'];
  if (typeof ask !== 'function' || listOf(data['brands']).length === 0) return undefined;
  try {
    const told: unknown = await Reflect.apply(ask, data, [['model']]);
    const model = textOf(fieldsOf(told)['model']).trim();
    return model === '' ? undefined : model;
  } catch {
    return undefined; // The browser does not tell.
  }
}
