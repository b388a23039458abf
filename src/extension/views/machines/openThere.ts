import * as os from 'node:os';
import * as vscode from 'vscode';
import { whenReady } from '../resume/editorTerminals';
import { tabName } from './tabName';
import type { TerminalThere } from './terminalThere';

/**
 * Opens an editor terminal whose program connects to another machine, without a shell of this one
 * in between.
 */
export function openThere(name: string, { file, args, hint }: TerminalThere): void {
  const iconPath = new vscode.ThemeIcon('remote');
  const terminal = vscode.window.createTerminal({
    name,
    shellPath: file,
    shellArgs: [...args],
    cwd: os.homedir(),
    iconPath,
    ...(hint === undefined ? {} : { message: hint }),
  });
  terminal.show();
}

/** Opens a local shell with a line typed, which the person submits. */
export async function typeHere(name: string, line: string): Promise<void> {
  const terminal = vscode.window.createTerminal({ name: tabName(name), cwd: os.homedir() });
  terminal.show();
  await whenReady(terminal);
  terminal.sendText(line, false);
}
