import * as vscode from 'vscode';
import type { CommandArguments } from '../manifest';

/** A command for a row or an item, its arguments checked against the manifest. */
export function command<K extends keyof CommandArguments>(
  id: K,
  title: string,
  ...args: CommandArguments[K]
): vscode.Command {
  return { command: id, title, arguments: args };
}

/** What the command answers is nobody's business here; a failure is shown by the command itself. */
export function run<K extends keyof CommandArguments>(id: K, ...args: CommandArguments[K]): void {
  void vscode.commands.executeCommand(id, ...args);
}
