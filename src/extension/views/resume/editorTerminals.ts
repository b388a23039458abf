import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { commandIds, settingIds } from '../../manifest';
import { Emitter } from '../../util/emitter';
import { escapeForNotification } from '../markdown';
import { run } from '../typedCommands';
import { askWorktreeName } from '../worktree/askWorktreeName';
import type { ResumeEditor, SessionTerminal, TerminalOptions } from './resumer';

/**
 * Time in ms after which a shell without shell integration is assumed to be ready for a command.
 */
const readyMs = 3_000;

/** The editor's integrated terminals. */
export const editorTerminals: ResumeEditor = {
  get isTrusted() {
    return vscode.workspace.isTrusted;
  },
  claudeCommand: () => vscode.workspace.getConfiguration().get<unknown>(settingIds.claudeCommand),
  openTerminal,
  askWorktreeName,
  async offerTrust() {
    const manage = t('Manage Workspace Trust');
    const answer = await vscode.window.showWarningMessage(
      t('This starts an agent in a terminal, which needs a trusted workspace.'),
      { modal: true },
      manage,
    );
    if (answer === manage) await vscode.commands.executeCommand('workbench.trust.manage');
  },
  async showRunning({ sessionId }, message) {
    const reveal = t('Reveal in Board');
    const answer = await vscode.window.showInformationMessage(
      escapeForNotification(message),
      { modal: true },
      reveal,
    );
    if (answer === reveal) run(commandIds.revealInBoard, sessionId);
  },
};

function openTerminal({ name, cwd, env }: TerminalOptions): SessionTerminal {
  const iconPath = new vscode.ThemeIcon('comment-discussion');
  const terminal = vscode.window.createTerminal({ name, cwd, env, iconPath });
  const closes = new Emitter<void>();
  const fails = new Emitter<void>();
  const ending = vscode.window.onDidEndTerminalShellExecution((end) => {
    if (end.terminal !== terminal) return;
    ending.dispose();
    if (end.exitCode !== undefined && end.exitCode !== 0) fails.fire();
  });
  const closing = vscode.window.onDidCloseTerminal((closed) => {
    if (closed !== terminal) return;
    closes.fire();
    closing.dispose();
    ending.dispose();
  });
  return {
    show: () => terminal.show(),
    type: (line) => void whenReady(terminal).then(() => terminal.sendText(line)),
    onDidClose: closes.event,
    onDidFail: fails.event,
  };
}

/**
 * Resolves when the terminal's shell is ready; text typed earlier could be lost while the shell
 * starts.
 */
export function whenReady(terminal: vscode.Terminal): Promise<void> {
  if (terminal.shellIntegration !== undefined) return Promise.resolve();
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    let isDone = false;
    const done = (): void => {
      isDone = true;
      clearTimeout(timer);
      subscription.dispose();
      resolve();
    };
    const subscription = vscode.window.onDidChangeTerminalShellIntegration((change) => {
      if (change.terminal === terminal) done();
    });
    // On a busy machine a shell takes seconds to start and drops earlier input, so the wait starts
    // with its process.
    void terminal.processId.then(() => {
      if (!isDone) timer = setTimeout(done, readyMs);
    });
  });
}
