import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { settingIds } from '../../manifest';
import { escapeForNotification } from '../markdown';
import { editorAddressIn } from './editorAddress';
import type { DeskEditor } from './phoneDesk';

/** The part of the editor that the phone desk uses. */
export const deskEditor: DeskEditor = {
  async addressOf(port) {
    // A desktop window forwards the port only to its own computer, which no phone can use.
    if (vscode.env.uiKind !== vscode.UIKind.Web) return undefined;
    const local = vscode.Uri.parse(`http://127.0.0.1:${port}/`);
    const external = await vscode.env.asExternalUri(local);
    return editorAddressIn(external.toString(true));
  },
  forwardsPorts: vscode.env.uiKind === vscode.UIKind.Desktop,
  ownUrl: () => {
    const url: unknown = vscode.workspace.getConfiguration().get(settingIds.phoneUrl);
    return typeof url === 'string' ? url : '';
  },
  keepOwnUrl: (url) =>
    vscode.workspace
      .getConfiguration()
      .update(settingIds.phoneUrl, url, vscode.ConfigurationTarget.Global),
  copy: (text) => vscode.env.clipboard.writeText(text),
  open: (url) => vscode.env.openExternal(vscode.Uri.parse(url)),
  showPorts: () => vscode.commands.executeCommand('~remote.forwardedPorts.focus'),
  async confirmRemoval(name) {
    const remove = t('Remove');
    const answer = await vscode.window.showWarningMessage(
      escapeForNotification(t('Remove {0}?', name)),
      {
        modal: true,
        detail: t(
          'It is cut off at once, and has to be connected anew to see your sessions again.',
        ),
      },
      remove,
    );
    return answer === remove;
  },
};
