import { fieldsOf, listOf, textOf, type Fields } from './fields';
import { formatPath } from './format';
import { t } from './l10n';
import { plainLine } from './plainText';

/** One thing that the client offers to allow from now on. */
export interface SuggestionText {
  /** Its place in the request's suggestions. */
  readonly place: number;
  readonly text: string;
}

/** For how long, or where, by the client's own names. */
const reaches: Readonly<Record<string, string>> = {
  session: t('for this session'),
  cliArg: t('for this session'),
  localSettings: t('in this project, for you'),
  projectSettings: t('in this project, for everybody'),
  userSettings: t('in all your projects'),
};

const modes: Readonly<Record<string, string>> = {
  acceptEdits: t('Accept all edits'),
  auto: t('Let auto mode decide'),
  bypassPermissions: t('Never ask again for anything'),
  default: t('Ask as usual'),
  dontAsk: t('Deny what is not allowed, without asking'),
  plan: t('Go back to planning'),
};

/** In plain words, and only what can be said in them: nobody allows what they cannot read. */
export function suggestionTexts(
  suggestions: readonly unknown[],
  home: string,
): readonly SuggestionText[] {
  return suggestions.flatMap((suggestion, place) => {
    const fields = fieldsOf(suggestion);
    const what = whatOf(fields, home);
    const reach = reaches[textOf(fields['destination'])];
    return what === undefined || reach === undefined ? [] : [{ place, text: `${what} ${reach}` }];
  });
}

function whatOf(fields: Fields, home: string): string | undefined {
  switch (fields['type']) {
    case 'addRules': {
      if (fields['behavior'] !== 'allow') return undefined;
      const rules = listOf(fields['rules']).map(ruleText);
      return rules.length === 0 || rules.includes(undefined)
        ? undefined
        : t('Allow {0}', joined(rules.filter((rule) => rule !== undefined)));
    }
    case 'addDirectories': {
      const folders = listOf(fields['directories']).map((folder) =>
        plainLine(formatPath(textOf(folder), home), 300),
      );
      return folders.length === 0 || folders.includes('')
        ? undefined
        : t('Allow work in {0}', joined(folders));
    }
    case 'setMode':
      return modes[textOf(fields['mode'])];
    default:
      return undefined;
  }
}

function ruleText(rule: unknown): string | undefined {
  const { toolName, ruleContent } = fieldsOf(rule);
  const tool = plainLine(textOf(toolName), 100);
  if (tool === '') return undefined;
  if (ruleContent === undefined) return t('every use of {0}', tool);
  const content = plainLine(textOf(ruleContent), 300);
  if (content === '') return undefined;
  const [, beginning] = /^(.+?)(?::\*| \*)$/u.exec(content) ?? [];
  if (tool !== 'Bash') return t('{0} of “{1}”', tool, content);
  return beginning === undefined ? `“${content}”` : t('commands that begin with “{0}”', beginning);
}

function joined(parts: readonly string[]): string {
  return parts.length < 2
    ? (parts[0] ?? '')
    : t('{0} and {1}', parts.slice(0, -1).join(', '), parts.at(-1) ?? '');
}
