import { formatPath } from '../../../shared/format';
import { fieldsOf } from '../../../shared/fields';
import { t } from '../../../shared/l10n';
import { mcpTool } from '../../../shared/mcpTool';
import { plainLine, plainText } from '../../../shared/plainText';
import type { PendingRequest } from '../../../shared/protocol';

/** Longer texts leave no room for the buttons of a dialog, in characters. */
const longest = 2_000;

/** Who asks for what, on one line. */
export function requestTitle({ toolName, agentType }: PendingRequest): string {
  const tool = toolTitle(toolName);
  return agentType === undefined
    ? tool
    : t('{0}, asked by the {1} subagent', tool, plainLine(agentType, 60));
}

/** Everything that the request would do, as plain text for a dialog. */
export function requestDetail(request: PendingRequest, home: string): string {
  const { toolInput, cwd } = request;
  const input = fieldsOf(toolInput);
  const told = [input['command'], input['url']].find((value) => typeof value === 'string');
  const text = told ?? JSON.stringify(toolInput, undefined, 2) ?? '';
  const shown = plainText(text, longest + 1);
  const cut =
    shown.length > longest
      ? t('{0}…\n(The board shows all of it.)', shown.slice(0, longest))
      : shown;
  const folder = cwd === undefined ? '' : t('in {0}', plainLine(formatPath(cwd, home), 300));
  return [cut, folder].filter((part) => part !== '').join('\n\n');
}

/** `mcp__files__read_all` is the tool `read_all` of the server `files`. */
export function toolTitle(toolName: string): string {
  const named = mcpTool(toolName);
  return named === undefined
    ? plainLine(toolName, 80)
    : `${plainLine(named.tool, 60)} (${plainLine(named.server, 60)})`;
}
