import {
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { jsonIn, ownJson } from '../../../../shared/text/boundedJson';
import { t } from '../../../../shared/words/l10n';
import { isOurCommand } from './hookCommand';
import { wantedEvents } from './knownEvents';
import { settingsErrorAt } from './settingsError';

const ownEvents: ReadonlySet<string> = new Set(wantedEvents);

/** One of our hooks and its position in the settings. */
export interface OurHook {
  readonly event: string;
  readonly hook: unknown;
  readonly node: Node;
  /** The `hooks` list of its group, the list of groups, and the property of `hooks` that contains it. */
  readonly siblings: Node;
  readonly group: Node;
  readonly groups: Node;
}

export function isBlank(text: string): boolean {
  return text.replace(/^\uFEFF/, '').trim() === '';
}

/** Accepts comments, a byte order mark and trailing commas; throws for any other syntax error. */
export function parseSettings(text: string): Node {
  const errors: ParseError[] = [];
  const parsable = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  const root = treeOf(parsable, errors);
  const [error] = errors;
  if (error !== undefined) {
    const what =
      errorTexts.get(printParseErrorCode(error.error))?.() ?? t('there is something unexpected');
    throw settingsErrorAt(
      'unparsable',
      t('The settings cannot be read: {0}', what),
      text,
      error.offset,
    );
  }
  if (root?.type !== 'object') {
    throw settingsErrorAt(
      'wrong-type',
      t('The settings are not an object'),
      text,
      root?.offset ?? 0,
    );
  }
  checkHooks(text, root);
  return root;
}

/** The JSON library's error code for an invalid symbol. */
const invalidSymbol = 1;

/** The parser is recursive, so extremely deep nesting is reported as unreadable. */
function treeOf(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    errors.unshift({ error: invalidSymbol, offset: 0, length: 0 });
    return undefined;
  }
}

/** The value of a property; of duplicates the last one, as the client reads it. */
export function propertyNode(object: Node | undefined, key: string): Node | undefined {
  return object?.type === 'object' ? properties(object, key).at(-1)?.children?.[1] : undefined;
}

/**
 * The events under `hooks` with their lists of groups. Entries of other tools that are neither one
 * of our events nor a list, such as a comment or a switch, are skipped: client 2.1.332 skips them
 * and runs the rest.
 */
export function eventNodes(
  root: Node,
): readonly { readonly event: string; readonly groups: Node }[] {
  return (propertyNode(root, 'hooks')?.children ?? []).flatMap(({ children }) => {
    const event = String(children?.[0]?.value);
    const groups = children?.[1];
    return groups !== undefined && (groups.type === 'array' || ownEvents.has(event))
      ? [{ event, groups }]
      : [];
  });
}

export function ourHooks(root: Node): readonly OurHook[] {
  return eventNodes(root).flatMap(({ event, groups }) =>
    (groups.children ?? []).flatMap((group) => {
      const siblings = propertyNode(group, 'hooks');
      return (siblings?.type === 'array' ? (siblings.children ?? []) : [])
        .filter((node) => isOurCommand(propertyNode(node, 'command')?.value))
        .map((node) => ({
          event,
          // Copied to a plain object: the library's has no prototype, so that no deep comparison
          // succeeds.
          hook: { ...(getNodeValue(node) as object) },
          node,
          siblings: siblings ?? group,
          group,
          groups,
        }));
    }),
  );
}

function checkHooks(text: string, root: Node): void {
  const [hooks, second] = properties(root, 'hooks');
  if (second !== undefined) {
    throw settingsErrorAt('duplicate-key', t('There is a second "hooks"'), text, second.offset);
  }
  const value = hooks?.children?.[1];
  if (value === undefined) return;
  if (value.type !== 'object') {
    throw settingsErrorAt('wrong-type', t('"hooks" is not an object'), text, value.offset);
  }
  const seen = new Set<string>();
  for (const { event, groups } of eventNodes(root)) {
    if (seen.has(event)) {
      const offset = properties(value, event)[1]?.offset ?? groups.offset;
      throw settingsErrorAt('duplicate-key', t('There is a second "{0}"', event), text, offset);
    }
    seen.add(event);
    if (groups.type !== 'array') {
      throw settingsErrorAt(
        'wrong-type',
        t('"hooks.{0}" is not a list', event),
        text,
        groups.offset,
      );
    }
  }
}

function properties(object: Node, key: string): readonly Node[] {
  return (object.children ?? []).filter(({ children }) => children?.[0]?.value === key);
}

const errorTexts = new Map<string, () => string>([
  ['InvalidNumberFormat', () => t('a number is not valid')],
  ['PropertyNameExpected', () => t('the name of a property is missing')],
  ['ValueExpected', () => t('a value is missing')],
  ['ColonExpected', () => t('a colon is missing')],
  ['CommaExpected', () => t('a comma is missing')],
  ['CloseBraceExpected', () => t('a closing brace is missing')],
  ['CloseBracketExpected', () => t('a closing bracket is missing')],
  ['EndOfFileExpected', () => t('there is more after the end')],
  ['UnexpectedEndOfComment', () => t('a comment does not end')],
  ['UnexpectedEndOfString', () => t('a string does not end')],
  ['InvalidEscapeCharacter', () => t('a string has an escape that is not valid')],
  ['InvalidUnicode', () => t('a string has an escape that is not valid')],
  ['InvalidCharacter', () => t('a string has a character that must be escaped')],
]);

/** False if the text has syntax that only a lenient parser accepts. */
export function isStrictJson(text: string): boolean {
  return isBlank(text) || jsonIn(text.replace(/^\uFEFF/, ''), ownJson) !== undefined;
}
