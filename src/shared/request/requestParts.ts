import { isServerTool, planIn, primaryFields } from '../agents/inputs';
import { isDefault, isFieldFor, toolField } from '../agents/tools';
import { foreignJson, isWithin, jsonIn } from '../text/boundedJson';
import { fieldsOf, type Fields } from '../text/fields';
import { t } from '../words/l10n';
import { shownLine, shownText } from '../text/plainText';
import { areShownCompletely, askedQuestions } from './questions';
import { dangerOf, unusualShellFieldText } from './danger';
import { requestKind } from './requestKind';

/**
 * One part of a request as a person reads it. `code` may be executed as it is, `content` is written
 * to a file or sent to an agent, `patch` has lines that are marked as removed or added, `words` is
 * the agent's comment on its call.
 */
export interface RequestPart {
  readonly kind: 'code' | 'content' | 'patch' | 'words' | 'plan' | 'removed' | 'added' | 'choices';
  /** Translated name of the part; empty if it needs none. */
  readonly name: string;
  /** The field's name as the agent wrote it; empty if `name` is set. */
  readonly field: string;
  /** The complete text, already escaped; must not be escaped again. Empty for an empty value. */
  readonly text: string;
  readonly choices: readonly { readonly label: string; readonly description: string }[];
  /** Warning in a few words; empty if there is none. */
  readonly warning: string;
  /** As in `Shown`: greater than 0 if a part of the text cannot be shown. */
  readonly missing: number;
}

/** Placeholder for an empty text. */
export const emptyText = () => t('(empty)');

/** Number of parts shown at first; the others are counted until a person expands them. */
export const partsAtOnce = 24;

/** Longest value that counts as short when parts are sorted, in characters. */
const shortLength = 200;

/**
 * Fields of a tool call as plain text: what is executed first, then fields with a warning. A field
 * is omitted only if it is known and has its default value. Empty if the call has no fields.
 */
export function requestParts(toolName: string, toolInput: unknown): readonly RequestPart[] {
  if (toolInput === undefined || toolInput === null) return [];
  if (typeof toolInput !== 'object') return [part('code', toolInput)];
  if (Array.isArray(toolInput)) return toolInput.length === 0 ? [] : [part('code', toolInput)];
  const input = fieldsOf(toolInput);
  switch (requestKind(toolName)) {
    case 'questions':
      return questionParts(toolName, input);
    case 'plan':
      return planParts(toolName, input);
    case 'tool':
      return withoutName(toolName, fieldParts(toolName, input, Object.keys(input)));
  }
}

function questionParts(toolName: string, input: Fields): readonly RequestPart[] {
  const asked = askedQuestions(input).map(({ text, options, multiple }): RequestPart => {
    const choices = options.map(({ label, description }) => ({ label, description }));
    const name = multiple ? t('Select one or more') : '';
    return { ...part('choices', ''), text, name, choices };
  });
  const nonEmpty = asked.filter(({ text, choices }) => text !== '' || choices.length > 0);
  const isAll = nonEmpty.length > 0 && areShownCompletely(input);
  const others = Object.keys(input).filter(
    (name) => !isFieldFor('questions', toolName, name) || !isAll,
  );
  return [...nonEmpty, ...fieldParts(toolName, input, others)];
}

function planParts(toolName: string, input: Fields): readonly RequestPart[] {
  const plan = planIn(input);
  if (plan === undefined) return fieldParts(toolName, input, Object.keys(input));
  const others = Object.keys(input).filter((name) => !isFieldFor('plan', toolName, name));
  return [part('plan', plan), ...fieldParts(toolName, input, others)];
}

/**
 * A shell's command needs no name if it is the only part with a field name. In any other tool the
 * agent chooses the field names, and they may decide what is done.
 */
function withoutName(toolName: string, parts: readonly RequestPart[]): readonly RequestPart[] {
  const [only, ...others] = parts.filter(({ field }) => field !== '');
  const isCommand = only !== undefined && isFieldFor('command', toolName, only.field);
  return isCommand && others.length === 0
    ? parts.map((one) => (one.warning === '' ? { ...one, field: '' } : one))
    : parts;
}

function fieldParts(
  toolName: string,
  input: Fields,
  names: readonly string[],
): readonly RequestPart[] {
  const first = primaryFields.find((name) => names.includes(name));
  const shown = names.filter((name) => !isDefault(toolName, name, input[name]));
  const ranked = shown.map((name) => {
    const one = fieldPart(toolName, name, input);
    return { one, rank: rankOf(name, one, first) };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ one }) => one);
}

function fieldPart(toolName: string, name: string, input: Fields): RequestPart {
  const value = input[name];
  const warning = dangerOf(toolName, name, value, input) ?? '';
  const { role, name: naming } = toolField(toolName, name) ?? {};
  if (role === 'comment' && typeof value === 'string') return quoted(part('words', value));
  if (role === 'removed') return { ...part('removed', value), name: t('Removed') };
  if (role === 'patch' && typeof value === 'string') return { ...part('patch', value), warning };
  if (role === 'added') return { ...part('added', value), name: t('Added') };
  const kind = role === 'content' ? 'content' : 'code';
  const known = naming?.();
  if (known !== undefined) return { ...part(kind, value), name: known, warning };
  const field = shownName(name) + (isMistakable(toolName, value) ? textMark() : '');
  return { ...part(kind, value), field, warning };
}

/** The agent's comment on its call, in quotation marks. */
function quoted(words: RequestPart): RequestPart {
  return words.text === '' ? words : { ...words, text: t('“{0}”', words.text) };
}

/**
 * True for a text that readers could mistake for other JSON data, in a tool with unknown fields:
 * the text `null` is not the value null.
 */
function isMistakable(toolName: string, value: unknown): boolean {
  if (typeof value !== 'string' || !isServerTool(toolName)) return false;
  if (value === emptyText()) return true;
  if (!/^[[{"\d\-tfn]/.test(value.trimStart())) return false;
  return !isWithin(value, foreignJson) || jsonIn(value) !== undefined;
}

/** Mark after the name of a field whose text could be mistaken for other data. */
const textMark = () => ` ⟨${t('text')}⟩`;

/**
 * Escapes the name of a field; an empty name gets a placeholder, and no name can imitate our mark.
 */
function shownName(name: string): string {
  if (name === '') return t('(no name)');
  const { text } = shownLine(name, Infinity);
  return text.endsWith(textMark()) ? text.replace(/⟨([^⟨]*)$/u, '⟨U+27E8⟩$1') : text;
}

/** Rank of a part: what is executed, warnings, comments, changes, then the rest. */
function rankOf(name: string, { kind, text, warning }: RequestPart, first?: string): number {
  if (name === first) return 0;
  if (warning !== '') return warning === unusualShellFieldText() ? 2 : 1;
  if (kind === 'words') return 3;
  if (kind === 'removed') return 4;
  if (kind === 'added') return 5;
  const place = primaryFields.findIndex((main) => main === name);
  if (place !== -1) return 6 + place;
  return 6 + primaryFields.length + (text.length <= shortLength ? 0 : 1);
}

function part(kind: RequestPart['kind'], value: unknown): RequestPart {
  const text = valueText(value);
  const nothing = { name: '', field: '', choices: [], warning: '' };
  if (text === undefined)
    return { ...nothing, kind, text: t('This value cannot be shown.'), missing: 1 };
  // Unlimited length: a cut would hide what is executed.
  const shown = shownText(text, Infinity);
  return { ...nothing, kind, text: shown.text, missing: shown.missing };
}

/** The value as text; undefined if it is nested too deep for JSON. */
function valueText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value, undefined, 2) ?? String(value);
  } catch {
    return undefined;
  }
}
