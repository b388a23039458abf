import * as vscode from 'vscode';
import type { CommandArguments } from '../manifest';

/** A command for a row or an item, with arguments checked against the manifest's types. */
export function command<K extends keyof CommandArguments>(
  id: K,
  title: string,
  ...args: CommandArguments[K]
): vscode.Command {
  return { command: id, title, arguments: args };
}

/** Runs a command without waiting; the command reports its own errors. */
export function run<K extends keyof CommandArguments>(id: K, ...args: CommandArguments[K]): void {
  void vscode.commands.executeCommand(id, ...args);
}
