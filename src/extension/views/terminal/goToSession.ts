import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { hasLocalPaths } from '../../../shared/board/texts/machineText';
import { addressIn } from '../../../shared/protocol/machines/address';
import { hasTranscript } from '../../../shared/board/hasTranscript';
import { t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';
import { isWithoutTerminal } from '../../../shared/presentation';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Order } from '../../../shared/protocol/windows';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import type { WindowConnection } from '../../link/windowConnection';
import { commandIds } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { escapeIcons, escapeLinks } from '../markdown';
import { run } from '../typedCommands';
import type { RemoteSessionMenu } from '../machines/remoteSessionMenu';
import { openInClientExtension } from './clientExtension';
import type { Terminals } from './terminals';
import { outsideSentence } from './whereItRuns';

const messageMs = 5_000;

export interface GoToSessionParts {
  readonly board: Pick<BoardModel, 'get'>;
  readonly windowConnection: WindowConnection;
  readonly hub: Calls<'show'>;
  readonly terminals: Terminals;
  /** Selects the session's row in this window's tree, if it has one. */
  readonly reveal: (sessionId: string) => void;
  /** Handles sessions on other machines. */
  readonly there: Pick<RemoteSessionMenu, 'terminal'>;
}

/**
 * Brings a session's terminal to the front, in this window or another one. If that is impossible,
 * shows where the session runs.
 */
export class GoToSession implements Disposable {
  private readonly lifetime = new DisposableStore();

  constructor(private readonly parts: GoToSessionParts) {
    this.lifetime.add(
      parts.windowConnection.onDidReceiveOrder((order) => void this.runOrder(order)),
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  async goTo(sessionId: string): Promise<void> {
    const { board, windowConnection, hub, reveal, there } = this.parts;
    const session = board.get(sessionId);
    if (session === undefined) {
      void vscode.window.showInformationMessage(t('This session is no longer on the board.'));
      return;
    }
    reveal(sessionId);
    if (!hasLocalPaths(session)) {
      return isWithoutTerminal(session) ? offerTakeOver(session) : there.terminal(session);
    }
    if (isWithoutTerminal(session)) return offerTakeOver(session);
    if (session.background !== undefined) {
      return run(commandIds.resumeSession, sessionId);
    }
    const shown = await hub.call('show', { sessionId });
    switch (shown.kind) {
      case 'shown':
        if (shown.window !== windowConnection.id) showWindowMessage(shown.folders);
        return undefined;
      case 'silent':
        return offer(silentSentence(shown.folders), session);
      case 'outside':
        return offer(outsideSentence(session, shown.place, os.homedir()), session);
      case 'ended':
        return offer(t('This session is no longer running.'), session);
    }
  }

  private async runOrder(order: Order): Promise<void> {
    if (order.type !== 'showTerminal' && order.type !== 'showEditor') return;
    const { windowConnection, reveal } = this.parts;
    const done =
      order.type === 'showTerminal'
        ? this.showTerminal(order.terminal)
        : await openInClientExtension(
            vscode.commands,
            addressIn(order.sessionId)?.sessionId ?? order.sessionId,
          );
    await windowConnection.answer(order, done);
    if (!done) return;
    reveal(order.sessionId);
    await bringToFront();
  }

  private showTerminal(pid: number): boolean {
    const terminal = this.parts.terminals.withPid(pid);
    terminal?.show();
    return terminal !== undefined;
  }
}

/**
 * Shows in which other window the session was shown: in the status bar, or in a notification in a
 * browser, where windows can't be brought to the front.
 */
function showWindowMessage(folders: readonly string[]): void {
  const message = shownSentence(folders);
  if (vscode.env.uiKind === vscode.UIKind.Desktop) {
    vscode.window.setStatusBarMessage(escapeIcons(message), messageMs);
  } else {
    void vscode.window.showInformationMessage(escapeLinks(message));
  }
}

function shownSentence([folder]: readonly string[]): string {
  return folder === undefined
    ? t('Shown in the other window.')
    : t('Shown in the other window “{0}”.', nameOf(folder));
}

function silentSentence([folder]: readonly string[]): string {
  return folder === undefined
    ? t('The window with its terminal isn’t responding.')
    : t('The window “{0}” with its terminal isn’t responding.', nameOf(folder));
}

function nameOf(folder: string): string {
  return plainTitle(path.basename(folder), 60);
}

async function offerTakeOver({ sessionId }: LiveSession): Promise<void> {
  const [show, take] = [t('Reveal in Board'), t('Take Over in Terminal')];
  const message = t('This session was started from the board and has no terminal.');
  const answer = await vscode.window.showInformationMessage(message, { modal: true }, show, take);
  if (answer === show) run(commandIds.revealInBoard, sessionId);
  if (answer === take) run(commandIds.resumeSession, sessionId);
}

/**
 * Shows the message and offers the transcript. It is modal, because Do Not Disturb would hide a
 * notification.
 */
async function offer(message: string, session: LiveSession): Promise<void> {
  const openTranscript = t('Open Transcript');
  const choices = hasTranscript(session) ? [openTranscript] : [];
  const answer = await vscode.window.showInformationMessage(
    escapeLinks(message),
    { modal: true },
    ...choices,
  );
  if (answer === openTranscript) run(commandIds.openTranscript, session.sessionId);
}

/**
 * Brings this window to the front by opening its folder again, for which the editor focuses the
 * window that already shows it. This works neither in a browser nor without a folder.
 */
async function bringToFront(): Promise<void> {
  if (vscode.window.state.focused || vscode.env.uiKind !== vscode.UIKind.Desktop) return;
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  const opened = workspaceFile?.scheme === 'untitled' ? undefined : workspaceFile;
  const uri = opened ?? (workspaceFile === undefined ? workspaceFolders?.[0]?.uri : undefined);
  if (uri === undefined) return;
  // With this option, the editor never replaces the folder of another window.
  await vscode.commands.executeCommand('vscode.openFolder', uri, { forceNewWindow: true });
}
