/** Tools whose rules name a command. */
const shells: ReadonlySet<string> = new Set(['Bash', 'PowerShell']);

/**
 * The permission rule that allows a shell's command exactly; undefined where none does. In a rule `*`
 * stands for anything, a backslash escapes, and a line break is none of the client's own rules.
 */
export function exactRule(toolName: string, command: string | undefined): string | undefined {
  if (command === undefined || !shells.has(toolName)) return undefined;
  if (command.trim() === '' || command !== command.trim()) return undefined;
  if (/[*\\\p{Cc}\u2028\u2029]/u.test(command)) return undefined;
  return `${toolName}(${command.replaceAll(/[()]/gu, '\\$&')})`;
}
