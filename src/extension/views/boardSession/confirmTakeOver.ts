import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { sayable } from '../markdown';
import { sessionTitle } from '../sessionText';

/** Asks before taking over a session that works or waits for an answer. */
export async function confirmTakeOver(session: LiveSession): Promise<boolean> {
  const button = t('Take Over');
  const answer = await vscode.window.showWarningMessage(
    sayable(t('Take over {0} in a terminal?', sessionTitle(session))),
    {
      modal: true,
      detail: t(
        'What it does or asks now is interrupted. The conversation goes on in the terminal.',
      ),
    },
    button,
  );
  return answer === button;
}
