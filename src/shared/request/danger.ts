import type { Fields } from '../text/fields';
import { t } from '../words/l10n';

/** Tools that run a command line: a field that they do not usually have changes how it runs. */
export const shells = { Bash: true, PowerShell: true };
const usualOfShells: ReadonlySet<string> = new Set(['command', 'description', 'timeout']);
/** Said of all others of theirs, of which nothing else is known. */
export const unusualOfShells = () => t('Changes how the command runs');

/** Modes in which a subagent or the session asks less than usual. */
const freeModes: ReadonlySet<string> = new Set([
  'acceptedits',
  'auto',
  'bypasspermissions',
  'dontask',
]);

const harmlessMethods: ReadonlySet<string> = new Set(['', 'get', 'head', 'options']);

/** Fields that make a call what it is for; a body beside them is sent somewhere. */
const addresses: ReadonlySet<string> = new Set(['url', 'uri', 'endpoint', 'host', 'method']);

/** Reasons to look twice, by what is in a field's name once case and separators are gone. */
const reasons: readonly (readonly [
  RegExp,
  (value: unknown, fields: Fields) => boolean,
  () => string,
])[] = [
  [/sandbox/, isSaid, () => t('Changes the sandbox that it runs in')],
  [/runinbackground|^background$|detach/, isOn, () => t('Goes on in the background')],
  [
    /dangerous|unsafe|insecure|bypass|skippermission|noverify|skipverif|^force|^sudo|privileged|elevate|^asroot/,
    isOn,
    () => t('Switches a safeguard off'),
  ],
  [/^(?:http)?method$|^verb$/, changes, () => t('Not only reads: sends or changes data')],
  [/headers?$|cookies?$|authorization|^auth$/, isSaid, () => t('Is sent along')],
  [
    /^(?:body|data|payload|form|formdata|json)$/,
    (value, fields) => isSaid(value) && hasAddress(fields),
    () => t('Is sent along'),
  ],
  [
    /^env(?:ironment)?(?:vars?|variables?)?$/,
    isSaid,
    () => t('Changes the environment of what runs'),
  ],
  [/^(?:permission)?mode$/, isFreeMode, () => t('Asks for fewer permissions')],
  [/^allowed(?:prompts|tools)$/, isSaid, () => t('Allows these without asking again')],
];

/** Why a person should look twice at a field, in a few words; undefined where nothing is known. */
export function dangerOf(
  toolName: string,
  name: string,
  value: unknown,
  fields: Fields,
): string | undefined {
  const key = keyOf(name);
  const found = reasons.find(([names, applies]) => names.test(key) && applies(value, fields));
  if (found !== undefined) return found[2]();
  return Object.hasOwn(shells, toolName) && !usualOfShells.has(name) && isOn(value)
    ? unusualOfShells()
    : undefined;
}

/** `dangerouslyDisableSandbox`, `run_in_background` and `Run-In-Background` by the same letters. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function isOn(value: unknown): boolean {
  return isSaid(value) && value !== false;
}

function changes(value: unknown): boolean {
  return typeof value !== 'string' || !harmlessMethods.has(value.trim().toLowerCase());
}

function isFreeMode(value: unknown): boolean {
  return typeof value === 'string' && freeModes.has(value.toLowerCase());
}

function hasAddress(fields: Fields): boolean {
  return Object.keys(fields).some((name) => addresses.has(keyOf(name)));
}
