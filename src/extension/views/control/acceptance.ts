import * as vscode from 'vscode';
import { t } from '../../../shared/l10n';
import { plainLine } from '../../../shared/plainText';
import type { AskingEditor, WindowKeys } from '../../link/windowKeys';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { sayable } from '../markdown';
import { orSay } from '../orSay';

/** Asks the other editor, or for the code in the hub's terminal. Rejects with a sentence fit for a person. */
export async function askToAnswer(keys: WindowKeys): Promise<void> {
  if (!keys.isStranger) {
    void vscode.window.showInformationMessage(t('This editor answers your sessions already.'));
    return;
  }
  if (keys.hasCode) {
    const code = await vscode.window.showInputBox({
      title: t('Ask to Be Accepted'),
      prompt: t('The code that the terminal of the hub shows'),
      ignoreFocusOut: true,
    });
    if (code === undefined || code.trim() === '') return;
    await keys.giveCode(code);
    return;
  }
  const { appName, remoteName } = vscode.env;
  const code = await keys.ask(remoteName === undefined ? appName : `${appName} (${remoteName})`);
  void vscode.window.showInformationMessage(
    t('Go to a window that answers your sessions and confirm the code {0} there.', code),
  );
}

/** Asks the person whether another editor may answer, in the window that they are in. */
export class AskedToAccept implements Disposable {
  private readonly lifetime = new DisposableStore();
  /** By public key: each is asked about once. */
  private readonly asked = new Set<string>();

  constructor(private readonly keys: WindowKeys) {
    this.lifetime.add(keys.onDidChange(() => this.look()));
    this.lifetime.add(vscode.window.onDidChangeWindowState(() => this.look()));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private look(): void {
    if (!vscode.window.state.focused) return;
    for (const one of this.keys.asking) {
      if (this.asked.has(one.publicKey)) continue;
      this.asked.add(one.publicKey);
      void orSay(() => this.ask(one));
    }
  }

  private async ask({ publicKey, label, code }: AskingEditor): Promise<void> {
    const [allow, refuse] = [t('Allow'), t('Refuse')];
    const answer = await vscode.window.showWarningMessage(
      sayable(t('{0} wants to answer your sessions. Allow it?', plainLine(label, 60) || '?')),
      {
        modal: true,
        detail: t(
          'Allow it only if you have just asked for it there, and it shows the code {0}. From then on what you decide there counts as here.',
          code,
        ),
      },
      allow,
      refuse,
    );
    const isOpen = this.keys.asking.some((one) => one.publicKey === publicKey);
    this.asked.delete(publicKey);
    if (!isOpen || this.lifetime.isDisposed) return;
    if (answer === allow) await this.keys.accept(publicKey);
    else await this.keys.refuse(publicKey);
  }
}
