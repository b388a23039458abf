import * as os from 'node:os';
import * as vscode from 'vscode';
import { whenReady } from '../resume/editorTerminals';
import { tabName } from './tabName';
import type { RemoteTerminalProgram } from './remoteTerminal';

/** Opens an editor terminal that runs the connecting program directly, without a local shell. */
export function openRemoteTerminal(
  name: string,
  { file, args, hint }: RemoteTerminalProgram,
): void {
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

/** Opens a local terminal and types a line into its shell, which the person submits. */
export async function typeInLocalTerminal(name: string, line: string): Promise<void> {
  const terminal = vscode.window.createTerminal({ name: tabName(name), cwd: os.homedir() });
  terminal.show();
  await whenReady(terminal);
  terminal.sendText(line, false);
}
