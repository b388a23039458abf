import { callText, serverTool } from '../../../shared/agents/inputs';
import type { ToolKind } from '../../../shared/agents/tool';
import { toolKind } from '../../../shared/agents/tools';
import { t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';
import { summarizeRequest } from '../../../shared/request/requestSummary';

type Fields = Readonly<Record<string, unknown>>;

const maxSummary = 140;

/** One-line summary of a call. `relative` shortens a path inside the session's project. */
export function summaryOf(tool: string, input: Fields, relative: (path: string) => string): string {
  const text = callText(toolKind(tool), input, relative);
  if (text !== undefined) return plainTitle(text, maxSummary);
  // An input with several fields is shown field by field instead.
  if (Object.keys(input).length > 1) return '';
  return plainTitle(summarizeRequest(tool, input)?.text ?? '', maxSummary);
}

const titles: Readonly<Partial<Record<ToolKind, () => string>>> = {
  question: () => t('Question'),
  plan: () => t('Plan'),
  todos: () => t('To-dos'),
};

/** Display name of a tool; for an MCP tool, with the name of its server. */
export function toolTitle(name: string): string {
  const title = titles[toolKind(name)]?.();
  if (title !== undefined) return title;
  const named = serverTool(name);
  return plainTitle(named === undefined ? name : `${named.server}: ${named.tool}`, 80);
}
