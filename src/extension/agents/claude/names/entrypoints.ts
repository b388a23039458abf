/** Entry point of sessions in the client's own editor extension. */
export const editorEntrypoint = 'claude-vscode';
export const desktopEntrypoint = 'claude-desktop';
export const terminalEntrypoint = 'cli';

/** True for a client that a program started: with `-p`, or through an SDK. */
export function isOfProgram(entrypoint: string | undefined): boolean {
  return entrypoint?.startsWith('sdk-') === true;
}

/** True for an entry point that is known to belong to a program. */
export function isKnownProgram(entrypoint: string | undefined): boolean {
  return entrypoint === 'sdk-cli' || entrypoint === 'sdk-ts' || entrypoint === 'sdk-py';
}

/** Commands of the client's own editor extension that open a session in its tab, newest first. */
export const openCommands = [
  'claude-vscode.primaryEditor.open',
  'claude-vscode.editor.open',
] as const;
