import { fieldsOf, listOf, ownOf, textOf, type Fields } from '../text/fields';
import { formatPath } from './format';
import { t } from './l10n';
import { pathRisk } from '../request/pathRisk';
import { folderWarning, isShowable, ruleWords, type RuleWords } from '../request/ruleWords';

/** A permission suggestion of the client as text, never cut. */
export interface SuggestionText extends RuleWords {
  /** Index into the request's suggestions. */
  readonly place: number;
}

/** Scopes of a rule by the client's names. */
const ruleScopeTexts: Readonly<Record<string, () => string>> = {
  session: () => t('for this session'),
  cliArg: () => t('for this session'),
  localSettings: () => t('in this project, for you'),
  projectSettings: () => t('in this project, for everybody'),
  userSettings: () => t('in all your projects'),
};

const modes: Readonly<Record<string, () => string>> = {
  acceptEdits: () => t('Accept all edits'),
  auto: () => t('Let auto mode decide'),
  bypassPermissions: () => t('Never ask again for anything'),
  default: () => t('Ask as usual'),
  dontAsk: () => t('Deny whatever isn’t allowed, without asking'),
  plan: () => t('Go back to planning'),
};

/**
 * Warnings about modes that ask fewer questions; `everywhere` is true if the mode would apply to
 * all projects.
 */
const modeWarnings: Readonly<Record<string, (everywhere: boolean) => string>> = {
  acceptEdits: (everywhere) =>
    everywhere ? t('In every project, files are changed without asking.') : '',
  auto: (everywhere) => (everywhere ? t('In every project, a model decides what is asked.') : ''),
  bypassPermissions: () => t('Nothing is asked anymore, whatever it does.'),
};

/**
 * Texts of the suggestions that can be described completely; the others are omitted, because nobody
 * should allow what they cannot read.
 */
export function suggestionTexts(
  suggestions: readonly unknown[],
  home: string,
): readonly SuggestionText[] {
  return suggestions.flatMap((suggestion, place) => {
    const fields = fieldsOf(suggestion);
    const change = describeChange(fields, home);
    const reach = ownOf(ruleScopeTexts, textOf(fields['destination']))?.();
    if (change === undefined || reach === undefined) return [];
    return [{ place, text: `${change.text} ${reach}`, warning: change.warning }];
  });
}

function describeChange(fields: Fields, home: string): RuleWords | undefined {
  switch (fields['type']) {
    case 'addRules':
      return fields['behavior'] === 'allow'
        ? joinDescribed(
            listOf(fields['rules']).map((rule) => ruleOf(rule, home)),
            (rules) => t('Allow {0}', rules),
          )
        : undefined;
    case 'addDirectories':
      return joinDescribed(
        listOf(fields['directories']).map((folder) => folderOf(folder, home)),
        (all) => t('Allow work in {0}', all),
      );
    case 'setMode': {
      const mode = textOf(fields['mode']);
      const text = ownOf(modes, mode)?.();
      return text === undefined
        ? undefined
        : { text, warning: modeWarnings[mode]?.(fields['destination'] === 'userSettings') ?? '' };
    }
    default:
      return undefined;
  }
}

function ruleOf(rule: unknown, home: string): RuleWords | undefined {
  const { toolName, ruleContent } = fieldsOf(rule);
  if (ruleContent !== undefined && typeof ruleContent !== 'string') return undefined;
  return ruleWords(textOf(toolName), ruleContent, home);
}

function folderOf(folder: unknown, home: string): RuleWords | undefined {
  const path = textOf(folder);
  if (path === '' || !isShowable(path)) return undefined;
  const text = formatPath(path, home);
  const isRoot = path.startsWith('/');
  return { text, warning: folderWarning(text) || pathRisk(isRoot ? `/${path}` : path, true) };
}

/**
 * Joins all parts; undefined if one can't be described, so that nothing is allowed without being
 * shown.
 */
function joinDescribed(
  parts: readonly (RuleWords | undefined)[],
  compose: (all: string) => string,
): RuleWords | undefined {
  const described = parts.filter((part) => part !== undefined);
  if (described.length === 0 || described.length < parts.length) return undefined;
  const warnings = new Set(described.map(({ warning }) => warning).filter((one) => one !== ''));
  return {
    text: compose(joined(described.map(({ text }) => text))),
    warning: [...warnings].join(' '),
  };
}

function joined(parts: readonly string[]): string {
  return parts.length < 2
    ? (parts[0] ?? '')
    : t('{0} and {1}', parts.slice(0, -1).join(', '), parts.at(-1) ?? '');
}
