import * as vscode from 'vscode';
import { t } from '../../shared/words/l10n';
import { cardLookOf } from '../../shared/board/displayLooks';
import { isAway } from '../../shared/board/texts/machineText';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { SessionTarget } from '../manifest';
import { escapeIcons } from './markdown';
import { labelOf, sessionTitle } from '../../shared/board/sessionNames';
import { branchOf, coarseAge, joinParts, projectOf } from '../../shared/board/texts/partTexts';

/**
 * Lets the person pick a session; undefined if they picked none. If there is none, shows a message.
 */
export async function pickSession(
  sessions: readonly LiveSession[],
): Promise<SessionTarget | undefined> {
  if (sessions.length === 0) {
    void vscode.window.showInformationMessage(t('There are no sessions for this.'));
    return undefined;
  }
  const now = Date.now();
  const picked = await vscode.window.showQuickPick(
    sessions.map((session) => ({
      label: `$(${cardLookOf(session).codicon}) ${escapeIcons(sessionTitle(session))}`,
      description: escapeIcons(
        joinParts([
          labelOf(session),
          coarseAge(session.stateSince, now),
          isAway(session) ? t('away') : undefined,
        ]),
      ),
      detail: escapeIcons(joinParts([projectOf(session), branchOf(session)])),
      sessionId: session.sessionId,
    })),
    {
      placeHolder: t('Select a session'),
      matchOnDescription: true,
      matchOnDetail: true,
      // The Command Palette gives the focus back to a board, late in a busy window.
      ignoreFocusOut: true,
    },
  );
  return picked && { sessionId: picked.sessionId };
}
