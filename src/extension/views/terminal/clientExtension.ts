import { openCommands } from '../../agents/claude/names/openCommands';

/** The part of the editor's command API that is needed to call another extension. */
export interface Commands {
  getCommands(filterInternal: boolean): Thenable<readonly string[]>;
  executeCommand(command: string, sessionId: string): Thenable<unknown>;
}

/** Opens the session's tab in the client's own extension; false if that extension is missing. */
export async function openInClientExtension(
  commands: Commands,
  sessionId: string,
): Promise<boolean> {
  const available = new Set(await commands.getCommands(true));
  const command = openCommands.find((id) => available.has(id));
  if (command === undefined) return false;
  try {
    await commands.executeCommand(command, sessionId);
    return true;
  } catch {
    return false; // The installed version of the extension can't open a session.
  }
}
