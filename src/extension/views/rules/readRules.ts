import { displayIcons, displayLimits, displayTones } from '../../../shared/protocol/layers/display';
import {
  labelRuleSchema,
  ruleLimits,
  signalRuleSchema,
  type RuleSet,
  type SignalRule,
} from '../../../shared/protocol/layers/rules';
import { plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';
import { expressionFault, type ExpressionFault } from '../../util/ruleExpression';

export interface ReadRules {
  readonly rules: RuleSet;
  /** A sentence with the rule's name for each invalid rule. */
  readonly problems: readonly string[];
}

/** Names of the allowed fields, by the kind of object. */
const known = {
  top: ['version', 'signals', 'labels'],
  signal: ['name', 'kind', 'tool', 'command', 'input', 'output', 'ok'],
  label: ['name', 'when', 'label', 'icon', 'tone', 'urgency', 'detail', 'badges'],
  when: ['state', 'project', 'signal', 'data', 'ok', 'within', 'not'],
  badge: ['text', 'href', 'icon', 'tone', 'tooltip'],
} as const;

interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
}

type RuleKind = 'signal' | 'label';

/**
 * Reads all valid rules, gives a name to those without one, and explains what is wrong with the
 * others.
 */
export function readRules(value: unknown): ReadRules {
  const problems: string[] = [];
  if (value === undefined || value === null)
    return { rules: { signals: [], labels: [] }, problems };
  if (!isObject(value)) {
    problems.push(t('The rules must be an object with “signals” and “labels”.'));
    return { rules: { signals: [], labels: [] }, problems };
  }
  if (value['version'] !== undefined && value['version'] !== 1) {
    problems.push(t('“version” must be 1; other rules are for another Mission Control.'));
    return { rules: { signals: [], labels: [] }, problems };
  }
  const unknownFields = Object.keys(value).filter((key) => !known.top.some((one) => one === key));
  if (unknownFields.length > 0) problems.push(unknownFieldText(unknownFields, known.top));
  const labels = listIn(value, 'labels', problems);
  const signals = listIn(value, 'signals', problems);
  return {
    rules: {
      signals: signals.flatMap((rule, index) => {
        const read = signalRuleSchema.safeParse(rule);
        if (!read.success) {
          return problemOf('signal', rule, index, reason('signal', rule, read.error.issues));
        }
        const fault = faultIn(read.data);
        if (fault !== undefined) return problemOf('signal', rule, index, fault);
        return { ...read.data, name: read.data.name ?? unnamed('signal', index) };
      }),
      labels: labels.flatMap((rule, index) => {
        const read = labelRuleSchema.safeParse(rule);
        if (!read.success) {
          return problemOf('label', rule, index, reason('label', rule, read.error.issues));
        }
        return { ...read.data, name: read.data.name ?? unnamed('label', index) };
      }),
    },
    problems,
  };

  function problemOf(
    kind: RuleKind,
    rule: unknown,
    index: number,
    problem: string,
  ): readonly never[] {
    const name = isObject(rule) && typeof rule['name'] === 'string' ? rule['name'] : undefined;
    const place = unnamed(kind, index);
    const title = name === undefined ? place : `${place} “${plainTitle(name, 60)}”`;
    problems.push(t('{0}: {1}.', title, problem));
    return [];
  }
}

function unnamed(kind: RuleKind, index: number): string {
  return kind === 'signal' ? t('signal rule {0}', index + 1) : t('rule {0}', index + 1);
}

function listIn(
  value: Readonly<Record<string, unknown>>,
  field: 'signals' | 'labels',
  problems: string[],
): readonly unknown[] {
  const list = value[field];
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    problems.push(t('“{0}” must be a list of rules.', field));
    return [];
  }
  if (list.length > ruleLimits.rules) {
    problems.push(t('Of “{0}” only the first {1} count.', field, ruleLimits.rules));
  }
  return list.slice(0, ruleLimits.rules);
}

function reason(kind: RuleKind, rule: unknown, issues: readonly Issue[]): string {
  const [issue] = issues;
  const path = issue?.path ?? [];
  const [first] = path;
  if (issue?.code === 'unrecognized_keys') {
    const level = first === 'when' ? 'when' : first === 'badges' ? 'badge' : kind;
    return unknownFieldText(issue.keys ?? [], known[level]);
  }
  if (path.length === 0) {
    if (!isObject(rule)) return t('must be an object');
    return kind === 'signal'
      ? t('needs “tool”, “command”, “input” or “output”')
      : t('needs “label” or “badges”');
  }
  if (path.length === 1 && first === 'when' && issue?.code === 'custom') {
    return t('“ok” and “data” in “when” are about a signal: “signal” is missing');
  }
  const place = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  const field = plainTitle(place.join('').slice(1), 60);
  return t('“{0}” must be {1}', field, expectedText(fieldIn(path)));
}

/** Explains what is wrong with the first invalid regular expression; undefined if all are valid. */
function faultIn(rule: SignalRule): string | undefined {
  for (const field of ['command', 'input', 'output'] as const) {
    const pattern = rule[field];
    const fault = pattern === undefined ? undefined : expressionFault(pattern);
    if (fault !== undefined) return t('“{0}” must be {1}', field, expressionWords(fault));
  }
  return undefined;
}

function expressionWords({ reason: why, detail }: ExpressionFault): string {
  switch (why) {
    case 'lookaround':
      return t(
        'a regular expression without lookahead and lookbehind such as “{0}”: match the text around it too, and put what you want in a group such as “(?<name>…)”',
        detail,
      );
    case 'backreference':
      return t(
        'a regular expression without backreferences such as “{0}”: write the expression of the group again in its place',
        detail,
      );
    case 'size':
      return t(
        'a smaller regular expression: use “*” or “+” in place of large counts such as “{500}”',
      );
    case 'syntax':
      return t('a regular expression ({0})', plainTitle(detail, 80));
  }
}

/** The last field name in a path, ignoring names that the person chose. */
function fieldIn(path: readonly PropertyKey[]): string {
  const data = path.indexOf('data');
  const names = (data < 0 ? path : path.slice(0, data + 1)).filter(
    (part) => typeof part === 'string',
  );
  return names.at(-1) ?? '';
}

function expectedText(field: string): string {
  switch (field) {
    case 'kind':
    case 'signal':
    case 'not':
      return t('a word of lower-case letters, digits, “-” and “_” such as “deploy”');
    case 'command':
    case 'input':
    case 'output':
      return t('a regular expression of 1 to {0} characters', ruleLimits.pattern);
    case 'tool':
    case 'state':
    case 'project':
      return t('a text, or a list of 1 to {0} texts', ruleLimits.names);
    case 'ok':
      return t('true or false');
    case 'data':
      return t('an object of texts, numbers, true or false');
    case 'within':
      return t('“turn” or “session”');
    case 'icon':
      return t('one of {0}', displayIcons.join(', '));
    case 'tone':
      return t('one of {0}', displayTones.join(', '));
    case 'urgency':
      return t('-1, 0 or 1');
    case 'href':
      return t('an https:// address, or a name in braces such as {url}');
    case 'badges':
      return t('a list of 1 to {0} badges', displayLimits.badges);
    case 'when':
      return t('an object of conditions');
    case 'name':
      return t('a text of 1 to {0} characters', ruleLimits.name);
    default:
      return t('a text of 1 to {0} characters', ruleLimits.text);
  }
}

function unknownFieldText(keys: readonly string[], fields: readonly string[]): string {
  return t(
    '“{0}” is not known here, but {1}',
    keys.map((key) => plainTitle(key, 40)).join(', '),
    fields.join(', '),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
