/** Commands of the client's own editor extension that open a session in its tab, newest first. */
export const openCommands = [
  'claude-vscode.primaryEditor.open',
  'claude-vscode.editor.open',
] as const;
