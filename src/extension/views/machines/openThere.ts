import * as os from 'node:os';
import * as vscode from 'vscode';
import { whenReady } from '../resume/editorTerminals';
import { tabName } from './tabName';
import type { TerminalThere } from './terminalThere';

/** Opens a terminal of the editor whose program leads to another machine; no shell of this one is in between. */
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

/** Opens a shell of this computer with a line typed, which the person sends. */
export async function typeHere(name: string, line: string): Promise<void> {
  const terminal = vscode.window.createTerminal({ name: tabName(name), cwd: os.homedir() });
  terminal.show();
  await whenReady(terminal);
  terminal.sendText(line, false);
}
