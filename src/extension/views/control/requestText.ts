import { formatPath } from '../../../shared/words/format';
import { counted, t } from '../../../shared/words/l10n';
import { serverTool } from '../../../shared/agents/inputs';
import { plainLine } from '../../../shared/text/plainText';
import type { PendingRequest } from '../../../shared/protocol/protocol';
import { isToldWhole, reorders } from '../../../shared/request/toldWhole';
import { foldText, type TextEnds } from '../../../shared/request/fold';
import { emptyText, requestParts, type RequestPart } from '../../../shared/request/requestParts';

/** A longer text leaves no room for the buttons of a dialog. */
const most = { characters: 2_000, rows: 24, rowLength: 80 } as const;
/** How much of what does not fit is shown, in rows. */
const cutSize = { beginning: 12, end: 6 } as const;
/** Longer names of tools and subagents are cut, in characters. */
const longestName = 60;

/** A request as a dialog shows it. */
export interface RequestDetail {
  readonly text: string;
  /** False where something had to be left out: then it is not allowed from there. */
  readonly isWhole: boolean;
}

/** Who asks for what, on one line. */
export function requestTitle({ toolName, agentType }: PendingRequest): string {
  const tool = shownTool(toolName);
  return agentType === undefined
    ? tool
    : t('{0}, asked by the {1} subagent', tool, plainLine(agentType, longestName));
}

/** Everything that the request would do, as plain text; else its beginning, and what is missing. */
export function requestDetail(
  request: PendingRequest,
  home: string,
  /** Sentences on the request that stand before it, drawn already. */
  warnings: readonly string[] = [],
  /** Name of the machine that it would run on, where that is another. */
  machine = '',
): RequestDetail {
  const { toolName, toolInput, cwd } = request;
  const shown = cwd && plainLine(machine === '' ? formatPath(cwd, home) : cwd, Infinity);
  const place = [shown && t('in {0}', shown), machine && t('on {0}', machine)].filter(Boolean);
  const all = requestParts(toolName, toolInput);
  const warned = warnings.map((warning) => t('⚠ {0}', warning));
  const parts = [...warned, ...all.map(partText)];
  const text = [...parts, ...(place.length > 0 ? [place.join(' ')] : [])].join('\n\n');
  const isNamedWhole = toolName.length <= longestName;
  // The editor draws a dialog's letters as it likes, those from right to left in their own order.
  return isToldWhole(request, all) && isNamedWhole && !reorders(text) && fits(text)
    ? { text, isWhole: true }
    : { text: beginningOf(parts), isWhole: false };
}

/** Names a tool, one of an MCP server by both of its names. */
function shownTool(toolName: string): string {
  const named = serverTool(toolName);
  return named === undefined
    ? plainLine(toolName, 80)
    : `${plainLine(named.tool, longestName)} (${plainLine(named.server, longestName)})`;
}

function partText({ name, field, text, warning }: RequestPart): string {
  const label = field || name;
  const value = text === '' ? emptyText() : text;
  const said = label === '' ? value : t('{0}: {1}', label, value);
  return warning === '' ? said : t('⚠ {0} — {1}', warning, said);
}

/** Columns of a line at the most: a letter outside of the Latin ones may be as wide as two. */
function widthOf(line: string): number {
  let width = 0;
  for (const letter of line) width += letter === '\t' ? 8 : letter > '\u024F' ? 2 : 1;
  return width;
}

function fits(text: string): boolean {
  const rows = text
    .split('\n')
    .map((line) => Math.max(1, Math.ceil(widthOf(line) / most.rowLength)));
  return text.length <= most.characters && rows.reduce((sum, count) => sum + count, 0) <= most.rows;
}

/** Joins as many parts as have room, or the beginning of the first, and says what is missing. */
function beginningOf(parts: readonly string[]): string {
  let count = parts.length;
  while (count > 0 && !fits(parts.slice(0, count).join('\n\n'))) count -= 1;
  const [first = ''] = parts;
  const fold = count > 0 ? undefined : foldText(first, cutSize);
  const shown =
    fold === undefined ? parts.slice(0, count) : [fold.beginning, between(fold), fold.end];
  const missing = parts.length - Math.max(count, fold === undefined ? 0 : 1);
  const more = missing > 0 ? [counted(missing, 'One more field', '{0} more fields')] : [];
  const where = t('Not all of it fits here. You can allow it on the board, which shows all of it.');
  return [...shown, ...more, where].join('\n\n');
}

function between({ lines, characters }: TextEnds): string {
  return lines > 0
    ? counted(lines, '… one line between …', '… {0} lines between …')
    : counted(characters, '… one character between …', '… {0} characters between …');
}
