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

/** Runs a command without its answer; the command shows a failure itself. */
export function run<K extends keyof CommandArguments>(id: K, ...args: CommandArguments[K]): void {
  void vscode.commands.executeCommand(id, ...args);
}
