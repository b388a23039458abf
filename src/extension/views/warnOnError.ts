import * as vscode from 'vscode';
import { escapeForNotification } from './markdown';

/** Runs `act`. If it fails, shows the error's message as a warning instead of rejecting. */
export async function warnOnError(act: () => Promise<void> | void): Promise<void> {
  try {
    await act();
  } catch (error) {
    void vscode.window.showWarningMessage(
      escapeForNotification(error instanceof Error ? error.message : String(error)),
    );
  }
}
