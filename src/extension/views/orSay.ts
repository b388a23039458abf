import * as vscode from 'vscode';
import { sayable } from './markdown';

/** Does something, and says why it failed: in the hub's own sentence, or that it cannot be reached now. */
export async function orSay(act: () => Promise<void> | void): Promise<void> {
  try {
    await act();
  } catch (error) {
    void vscode.window.showWarningMessage(
      sayable(error instanceof Error ? error.message : String(error)),
    );
  }
}
