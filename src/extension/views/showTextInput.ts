import * as vscode from 'vscode';
import { t } from '../../shared/words/l10n';
import type { Disposable } from '../util/lifetime';

export interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  /** Why the typed text is invalid; undefined if it is valid. */
  readonly validate?: (text: string) => string | undefined;
  /** Why the text is no longer needed; undefined while it is. */
  readonly over: () => string | undefined;
  /** Subscribes to changes of `over`. */
  readonly onDidChange: (listener: () => void) => Disposable;
}

export interface TypedText {
  readonly words: string;
  /** Set if the text was no longer needed when it was accepted. */
  readonly over: string | undefined;
}

/**
 * Asks for a text in the editor's input box. If the text is no longer needed while somebody types,
 * the box stays open with the text and shows the reason.
 */
export function showTextInput(question: TextQuestion): Promise<TypedText | undefined> {
  const { title, prompt, placeholder = '', validate, over, onDidChange } = question;
  const input = vscode.window.createInputBox();
  input.title = title;
  input.prompt = prompt;
  input.placeholder = placeholder;
  input.ignoreFocusOut = true;
  const updateMessage = (): void => {
    const why = over();
    const problem = validate?.(input.value);
    if (problem !== undefined) input.validationMessage = problem;
    else if (why === undefined) input.validationMessage = undefined;
    else {
      const message = `${why} ${t('Press Enter to see what you can still do with your text.')}`;
      input.validationMessage = { message, severity: vscode.InputBoxValidationSeverity.Warning };
    }
  };
  const listener = onDidChange(updateMessage);
  return new Promise((resolve) => {
    input.onDidChangeValue(updateMessage);
    input.onDidAccept(() => {
      if (validate?.(input.value) !== undefined) return;
      resolve({ words: input.value, over: over() });
      input.hide();
    });
    input.onDidHide(() => {
      resolve(undefined);
      listener.dispose();
      input.dispose();
    });
    input.show();
  });
}
