import { isShellTool } from '../agents/tools';
import { isHarmless } from '../text/textMarks';

/**
 * The permission rule that allows a shell's command exactly; undefined where none does. Measured on client
 * 2.1.332: a command of several parts needs a rule for each, such as `sh` alone, which would allow far
 * more. In a rule `*` stands for anything, and a backslash escapes.
 */
export function exactRule(toolName: string, command: string | undefined): string | undefined {
  if (command === undefined || !isShellTool(toolName)) return undefined;
  if (command.trim() === '' || command !== command.trim()) return undefined;
  if (/[*\\]/u.test(command)) return undefined;
  // A diff would show it as another command.
  if (!isHarmless(command, 'line')) return undefined;
  // What stands in quotes is a word; in double ones the shell replaces variables and commands.
  const bare = command.replaceAll(/'[^']*'|"[^"$`]*"/gu, '');
  if (/[|&;<>()$`'"]/u.test(bare)) return undefined;
  return `${toolName}(${command.replaceAll(/[()]/gu, '\\$&')})`;
}
