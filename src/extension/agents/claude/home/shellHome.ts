/** Shell words that export the config home stored in the shell variable `name`, unless it is empty. */
export function exportConfigHome(name: string): string {
  return `if [ -n "$${name}" ]; then CLAUDE_CONFIG_DIR="$${name}"; export CLAUDE_CONFIG_DIR; fi`;
}

/** The config home as a POSIX shell expression, for use inside double quotes. */
export const shellConfigHome = '${CLAUDE_CONFIG_DIR:-$HOME/.claude}';

/** A line of a Windows batch file that sets the variable `name` to the config home. */
export function batchConfigHome(name: string): string {
  return `if defined CLAUDE_CONFIG_DIR (set "${name}=%CLAUDE_CONFIG_DIR%") else set "${name}=%USERPROFILE%\\.claude"`;
}
