import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { escapeForNotification } from '../markdown';
import { sessionTitle } from '../../../shared/board/sessionNames';

/** Asks before taking over a session that is running or has an open request. */
export async function confirmTakeOver(session: LiveSession): Promise<boolean> {
  const button = t('Take Over');
  const answer = await vscode.window.showWarningMessage(
    escapeForNotification(t('Take over {0} in a terminal?', sessionTitle(session))),
    {
      modal: true,
      detail: t(
        'Its current work or request is interrupted. The conversation continues in the terminal.',
      ),
    },
    button,
  );
  return answer === button;
}
