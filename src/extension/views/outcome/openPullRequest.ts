import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';
import { openablePulls, pullText } from '../../../shared/board/texts/displayText';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { escapeIcons } from '../markdown';
import { openAddress } from './openAddress';

/** Opens the pull request of a session; if there are several, the person picks one. */
export async function openPullRequest(
  session: Pick<LiveSession, 'outcome'> | undefined,
): Promise<void> {
  const pulls = session === undefined ? [] : openablePulls(session);
  const [first, ...others] = pulls;
  if (first === undefined) {
    void vscode.window.showInformationMessage(t('This session has opened no pull request.'));
    return;
  }
  if (others.length === 0) return openAddress(first.url);
  const picked = await vscode.window.showQuickPick(
    pulls.map((pull) => ({
      label: `$(git-pull-request) ${escapeIcons(pullText(pull))}`,
      description: escapeIcons(plainTitle(pull.repository ?? '', 100)),
      detail: escapeIcons(plainTitle(pull.url, 200)),
      url: pull.url,
    })),
    { placeHolder: t('Select a pull request'), matchOnDescription: true },
  );
  if (picked !== undefined) await openAddress(picked.url);
}
