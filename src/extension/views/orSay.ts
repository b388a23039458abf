import * as vscode from 'vscode';
import { escapeForNotification } from './markdown';

/**
 * Runs `act` and shows its error to the person: the hub's sentence, or that the hub can't be
 * reached.
 */
export async function orSay(act: () => Promise<void> | void): Promise<void> {
  try {
    await act();
  } catch (error) {
    void vscode.window.showWarningMessage(
      escapeForNotification(error instanceof Error ? error.message : String(error)),
    );
  }
}
