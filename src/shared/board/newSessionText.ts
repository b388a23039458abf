import type { PromptCard } from '../protocol/prompts';
import { plainTitle } from '../text/plainText';
import { t } from '../words/l10n';

type NewSession = NonNullable<PromptCard['newSession']>;

/** The last part of a folder's path, for people. */
export function folderName(folder: string): string {
  const name = folder.split(/[\\/]/u).findLast((part) => part !== '');
  return plainTitle(name ?? folder, 80);
}

/** Names the session that a follow-up starts: “a new session in shop”. */
export function newSessionName({ folder, worktree = false }: NewSession): string {
  return worktree
    ? t('a new session in a worktree of {0}', folderName(folder))
    : t('a new session in {0}', folderName(folder));
}

/** Says when a session is started; `when` is the end of the sentence. */
export function newSessionStart({ folder, worktree = false }: NewSession, when: string): string {
  return worktree
    ? t('Starts a new session in a worktree of {0} {1}', folderName(folder), when)
    : t('Starts a new session in {0} {1}', folderName(folder), when);
}
