import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';

/**
 * Lets a person type a filter that is applied with each character; Escape restores the previous
 * one.
 */
export function askForFilter(current: string, apply: (text: string) => void): void {
  const input = vscode.window.createInputBox();
  input.title = t('Filter Sessions');
  input.placeholder = t(
    'Text, project:name, branch:name, state:idle, group:running, tag:word, pr:41, tests:failing or is:colliding',
  );
  input.value = current;
  // Keeps the box open if another element gets the focus for a moment.
  input.ignoreFocusOut = true;
  let isAccepted = false;
  input.onDidChangeValue(apply);
  input.onDidAccept(() => {
    isAccepted = true;
    input.hide();
  });
  input.onDidHide(() => {
    if (!isAccepted) apply(current);
    input.dispose();
  });
  input.show();
}
