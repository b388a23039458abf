import { isShellTool } from '../agents/tools';
import { isHarmless } from '../text/textMarks';

/**
 * The permission rule that allows exactly this shell command; undefined if no rule can. Measured on
 * client 2.1.332: a compound command needs a rule for each part, such as `sh` alone, which would
 * allow far more. In a rule `*` is a wildcard and a backslash escapes.
 */
export function exactRule(toolName: string, command: string | undefined): string | undefined {
  if (command === undefined || !isShellTool(toolName)) return undefined;
  if (command.trim() === '' || command !== command.trim()) return undefined;
  if (/[*\\]/u.test(command)) return undefined;
  // Text with hidden characters would be displayed as a different command.
  if (!isHarmless(command, 'line')) return undefined;
  // Single-quoted text is literal; in double quotes the shell still expands variables and commands.
  const bare = command.replaceAll(/'[^']*'|"[^"$`]*"/gu, '');
  if (/[|&;<>()$`'"]/u.test(bare)) return undefined;
  return `${toolName}(${command.replaceAll(/[()]/gu, '\\$&')})`;
}
