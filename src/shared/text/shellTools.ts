/** True for a tool of Claude Code that runs a command in a shell. */
export function isShellTool(toolName: string): boolean {
  return toolName === 'Bash' || toolName === 'PowerShell';
}
