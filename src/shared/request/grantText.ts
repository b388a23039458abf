import type { GrantRule, ShownGrantRule } from '../protocol/work/grants';
import { plainLine } from '../text/plainText';
import { t } from '../words/l10n';

/** The rule in short, the same in every language; used in the ledger. */
export function grantWords(rule: GrantRule): string {
  switch (rule.kind) {
    case 'command':
      return rule.command;
    case 'beginning':
      return `${rule.words.join(' ')} …`;
    case 'folder':
      return `${rule.tool} ${rule.folder}/…`;
  }
}

/**
 * The rule of a grant, as a person reads it, already escaped; `words` is shown for a rule of a newer
 * version.
 */
export function grantText(rule: ShownGrantRule, words: string): string {
  const { kind, command, words: beginning, tool, folder } = rule;
  if (kind === 'command' && command !== undefined)
    return t('the command “{0}”', plainLine(command, Infinity));
  if (kind === 'beginning' && beginning !== undefined)
    return t('any command that begins with “{0}”', plainLine(beginning.join(' '), Infinity));
  if (kind === 'folder' && tool !== undefined && folder !== undefined)
    return t('{0} for every file in {1}', plainLine(tool, Infinity), plainLine(folder, Infinity));
  return plainLine(words, Infinity);
}
