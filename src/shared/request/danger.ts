import { isFieldFor, isPosixShell, isShellTool, toolField } from '../agents/tools';
import type { Fields } from '../text/fields';
import { t } from '../words/l10n';
import { removalRisk } from './removalRisk';

/** Warning for an unknown field of a shell tool that has no warning of its own. */
export const unusualShellFieldText = () => t('Changes how the command runs');

/** Permission modes that ask fewer questions than usual, for a subagent or the session. */
const freeModes: ReadonlySet<string> = new Set([
  'acceptedits',
  'auto',
  'bypasspermissions',
  'dontask',
]);

const harmlessMethods: ReadonlySet<string> = new Set(['', 'get', 'head', 'options']);

/**
 * Fields that name the target of a call; if there is one, the call sends its body to that target.
 */
const addresses: ReadonlySet<string> = new Set(['url', 'uri', 'endpoint', 'host', 'method']);

/** Warnings by a pattern for the name of the field, in lower case and without separators. */
const reasons: readonly (readonly [
  RegExp,
  (value: unknown, fields: Fields) => boolean,
  () => string,
])[] = [
  [/sandbox/, isSet, () => t('Changes the sandbox that it runs in')],
  [/runinbackground|^background$|detach/, isOn, () => t('Continues in the background')],
  [
    /dangerous|unsafe|insecure|bypass|skippermission|noverify|skipverif|^force|^sudo|privileged|elevate|^asroot/,
    isOn,
    () => t('Switches a safeguard off'),
  ],
  [/^(?:http)?method$|^verb$/, isChangingMethod, () => t('Sends or changes data, not just reads')],
  [/headers?$|cookies?$|authorization|^auth$/, isSet, () => t('Is sent with the request')],
  [
    /^(?:body|data|payload|form|formdata|json)$/,
    (value, fields) => isSet(value) && hasAddress(fields),
    () => t('Is sent with the request'),
  ],
  [
    /^env(?:ironment)?(?:vars?|variables?)?$/,
    isSet,
    () => t('Changes the environment of what runs'),
  ],
  [/^(?:permission)?mode$/, isFreeMode, () => t('Asks for fewer permissions')],
  [/^allowed(?:prompts|tools)$/, isSet, () => t('Allows these without asking again')],
];

/** The warning for a field in a few words; undefined if it needs none. */
export function dangerOf(
  toolName: string,
  name: string,
  value: unknown,
  fields: Fields,
): string | undefined {
  const key = keyOf(name);
  const found = reasons.find(([names, applies]) => names.test(key) && applies(value, fields));
  if (found !== undefined) return found[2]();
  const isCommand = isPosixShell(toolName) && isFieldFor('command', toolName, name);
  if (isCommand && typeof value === 'string') return removalRisk(value) || undefined;
  const isUsual = !isShellTool(toolName) || toolField(toolName, name) !== undefined;
  return !isUsual && isOn(value) ? unusualShellFieldText() : undefined;
}

/** Letters and digits in lower case: `run_in_background` and `Run-In-Background` become equal. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function isOn(value: unknown): boolean {
  return isSet(value) && value !== false;
}

function isChangingMethod(value: unknown): boolean {
  return typeof value !== 'string' || !harmlessMethods.has(value.trim().toLowerCase());
}

function isFreeMode(value: unknown): boolean {
  return typeof value === 'string' && freeModes.has(value.toLowerCase());
}

function hasAddress(fields: Fields): boolean {
  return Object.keys(fields).some((name) => addresses.has(keyOf(name)));
}
