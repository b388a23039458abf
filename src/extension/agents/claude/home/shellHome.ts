/** Shell words that export the config home which the shell's own variable `name` holds, unless it is empty. */
export function exportConfigHome(name: string): string {
  return `if [ -n "$${name}" ]; then CLAUDE_CONFIG_DIR="$${name}"; export CLAUDE_CONFIG_DIR; fi`;
}

/** The config home as a POSIX shell finds it, to stand inside double quotes. */
export const shellConfigHome = '${CLAUDE_CONFIG_DIR:-$HOME/.claude}';
