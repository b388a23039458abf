import * as vscode from 'vscode';
import { t } from '../../shared/words/l10n';
import { plainLine } from '../../shared/text/plainText';
import { escapeForNotification } from './markdown';

export interface UnsentText {
  readonly words: string;
  /** The reason why the text was not sent, as a sentence. */
  readonly why: string;
  /** Sends the text as the next prompt; absent if there is no session for it. */
  readonly send?: () => Promise<void>;
}

/** Shows that a text was not sent, and offers to copy it or send it as a prompt. */
export async function showUnsentText({ words, why, send }: UnsentText): Promise<void> {
  const [next, copy] = [t('Send as Next Prompt'), t('Copy')];
  const shown = plainLine(words, 80);
  const answer = await vscode.window.showWarningMessage(
    escapeForNotification(`${why} ${t('Your text wasn’t sent: “{0}”', shown)}`),
    ...(send === undefined ? [copy] : [next, copy]),
  );
  if (answer === copy) await vscode.env.clipboard.writeText(words);
  if (answer !== next || send === undefined) return;
  try {
    await send();
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    await showUnsentText({ words, why: problem, send });
  }
}
