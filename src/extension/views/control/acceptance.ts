import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { plainLine } from '../../../shared/text/plainText';
import type { EditorAskingForTrust, WindowKeys } from '../../link/windowKeys';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { normalizeCode } from '../../util/keys/signing';
import { escapeForNotification } from '../markdown';
import { warnOnError } from '../warnOnError';
import { IneffectiveSettings } from './ineffectiveSettings';

/**
 * Requests that a person accepts this editor in another one, or asks for the code in the hub's
 * terminal. Rejects with a sentence for the person.
 */
export async function askToAnswer(keys: WindowKeys): Promise<void> {
  if (!keys.isUntrusted) {
    void vscode.window.showInformationMessage(t('This editor has already been accepted.'));
    return;
  }
  if (keys.hasCode) {
    const code = await vscode.window.showInputBox({
      title: t('Ask to Be Accepted'),
      prompt: t('The code in the terminal that runs Mission Control'),
      ignoreFocusOut: true,
    });
    if (code === undefined || code.trim() === '') return;
    await keys.giveCode(code);
    return;
  }
  const { appName, remoteName } = vscode.env;
  const code = await keys.requestTrust(
    remoteName === undefined ? appName : `${appName} (${remoteName})`,
  );
  // The editor truncates messages without buttons.
  void vscode.window.showInformationMessage(
    t('Code {0}: type it in a window that answers your sessions.', code),
  );
}

/** Warns in this window about the settings that have no effect until the editor is accepted. */
export function warnOfIneffectiveSettings(keys: WindowKeys): Disposable {
  return new IneffectiveSettings({
    standing: keys,
    isSet: (id) => {
      const { globalValue, workspaceValue, workspaceFolderValue } =
        vscode.workspace.getConfiguration().inspect(id) ?? {};
      return [globalValue, workspaceValue, workspaceFolderValue].some((one) => one !== undefined);
    },
    onDidChangeSettings: (listener) => vscode.workspace.onDidChangeConfiguration(listener),
    isInFront: () => vscode.window.state.focused,
    onDidComeInFront: (listener) => vscode.window.onDidChangeWindowState(listener),
    say: (text) => {
      const ask = t('Ask to Be Accepted');
      void vscode.window.showWarningMessage(escapeForNotification(text), ask).then((chosen) => {
        if (chosen === ask) void warnOnError(() => askToAnswer(keys));
      });
    },
  });
}

/** Asks the person in the focused window whether another editor may answer requests. */
export class AcceptanceDialogs implements Disposable {
  private readonly lifetime = new DisposableStore();
  /** Public keys of the editors whose dialog is open. */
  private readonly openQuestions = new Set<string>();

  constructor(private readonly keys: WindowKeys) {
    this.lifetime.add(keys.onDidChange(() => this.checkAsking()));
    this.lifetime.add(vscode.window.onDidChangeWindowState(() => this.checkAsking()));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private checkAsking(): void {
    if (!vscode.window.state.focused) return;
    for (const one of this.keys.askingEditors) {
      if (this.openQuestions.has(one.publicKey)) continue;
      this.openQuestions.add(one.publicKey);
      void warnOnError(() => this.requestCode(one));
    }
  }

  /**
   * Asks for the code that the other editor shows, because a button could be pressed by mistake.
   */
  private async requestCode({ publicKey, label, code }: EditorAskingForTrust): Promise<void> {
    const name = escapeForNotification(plainLine(label, 60) || '?');
    const [enter, refuse] = [t('Enter Its Code…'), t('Refuse')];
    const answer = await vscode.window.showWarningMessage(
      t(
        '{0} wants to answer your sessions. Continue only if you have just asked for it there: from then on, decisions made there count as decisions made here.',
        name,
      ),
      enter,
      refuse,
    );
    const isCode = answer === enter && (await this.isCodeTyped(name, code));
    const isOpen = this.keys.askingEditors.some((one) => one.publicKey === publicKey);
    this.openQuestions.delete(publicKey);
    if (!isOpen || this.lifetime.isDisposed) return;
    if (isCode) await this.keys.accept(publicKey);
    else await this.keys.refuse(publicKey);
  }

  private async isCodeTyped(name: string, code: string): Promise<boolean> {
    const isSame = (typed: string): boolean => normalizeCode(typed) === normalizeCode(code);
    const typed = await vscode.window.showInputBox({
      title: t('Accept Another Editor'),
      prompt: t('The code shown by {0}', name),
      ignoreFocusOut: true,
      validateInput: (value) =>
        isSame(value) ? undefined : t('This isn’t the code that it shows.'),
    });
    return typed !== undefined && isSame(typed);
  }
}
