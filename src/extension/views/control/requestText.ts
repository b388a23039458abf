import { formatPath } from '../../../shared/words/format';
import { counted, t } from '../../../shared/words/l10n';
import { serverTool } from '../../../shared/agents/inputs';
import { plainLine } from '../../../shared/text/plainText';
import { hasLocalPaths, whereText } from '../../../shared/board/texts/machineText';
import type { LiveSession, PendingRequest } from '../../../shared/protocol/protocol';
import { isShownCompletely, hasRightToLeftLetters } from '../../../shared/request/toldWhole';
import { foldText, type TextEnds } from '../../../shared/request/fold';
import { emptyText, requestParts, type RequestPart } from '../../../shared/request/requestParts';

/** Maximum size of a text that leaves room for a dialog's buttons. */
const maxSize = { characters: 2_000, rows: 24, rowLength: 80 } as const;
/** Number of rows that are shown of the beginning and the end of a longer text. */
const foldSize = { beginning: 12, end: 6 } as const;
/** Longest name of a tool or subagent that is shown completely, in characters. */
const longestName = 60;

/** A request as text for a dialog. */
export interface RequestDetail {
  readonly text: string;
  /** False if a part was omitted; the request can then not be allowed in the dialog. */
  readonly isWhole: boolean;
}

/** The tool, and the subagent if one makes the request, on one line. */
export function requestTitle({ toolName, agentType }: PendingRequest): string {
  const tool = shownTool(toolName);
  return agentType === undefined
    ? tool
    : t('{0}, asked by the {1} subagent', tool, plainLine(agentType, longestName));
}

/** The complete request as plain text, or its beginning and a note on what is missing. */
export function requestDetail(
  request: PendingRequest,
  home: string,
  /** Sentences about the request, shown before it; already escaped. */
  warnings: readonly string[] = [],
  /** The session, whose machine or account is named unless it is that of this board. */
  session: Pick<LiveSession, 'machine'> = {},
): RequestDetail {
  const { toolName, toolInput, cwd } = request;
  const shown = cwd && plainLine(hasLocalPaths(session) ? formatPath(cwd, home) : cwd, Infinity);
  const place = [shown && t('in {0}', shown), whereText(session)].filter(Boolean);
  const all = requestParts(toolName, toolInput);
  const warned = warnings.map((warning) => t('⚠ {0}', warning));
  const parts = [...warned, ...all.map(partText)];
  const text = [...parts, ...(place.length > 0 ? [place.join(' ')] : [])].join('\n\n');
  const isNamedWhole = toolName.length <= longestName;
  // Right-to-left letters are displayed in a different order, which a dialog can't prevent.
  return isShownCompletely(request, all) &&
    isNamedWhole &&
    !hasRightToLeftLetters(text) &&
    fits(text)
    ? { text, isWhole: true }
    : { text: beginningOf(parts), isWhole: false };
}

/** Name of a tool; for an MCP server's tool, with the server's name. */
function shownTool(toolName: string): string {
  const named = serverTool(toolName);
  return named === undefined
    ? plainLine(toolName, 80)
    : `${plainLine(named.tool, longestName)} (${plainLine(named.server, longestName)})`;
}

function partText({ name, field, text, warning }: RequestPart): string {
  const label = field || name;
  const value = text === '' ? emptyText() : text;
  const labelled = label === '' ? value : t('{0}: {1}', label, value);
  return warning === '' ? labelled : t('⚠ {0} — {1}', warning, labelled);
}

/** Upper bound for the number of columns of a line, in which a non-Latin letter may take two. */
function widthOf(line: string): number {
  let width = 0;
  for (const letter of line) width += letter === '\t' ? 8 : letter > '\u024F' ? 2 : 1;
  return width;
}

function fits(text: string): boolean {
  const rows = text
    .split('\n')
    .map((line) => Math.max(1, Math.ceil(widthOf(line) / maxSize.rowLength)));
  return (
    text.length <= maxSize.characters && rows.reduce((sum, count) => sum + count, 0) <= maxSize.rows
  );
}

/**
 * Joins as many parts as fit, or both ends of the first one, and adds a note on what is missing.
 */
function beginningOf(parts: readonly string[]): string {
  let count = parts.length;
  while (count > 0 && !fits(parts.slice(0, count).join('\n\n'))) count -= 1;
  const [first = ''] = parts;
  const fold = count > 0 ? undefined : foldText(first, foldSize);
  const shown =
    fold === undefined ? parts.slice(0, count) : [fold.beginning, leftOutText(fold), fold.end];
  const missing = parts.length - Math.max(count, fold === undefined ? 0 : 1);
  const more = missing > 0 ? [counted(missing, 'One more field', '{0} more fields')] : [];
  const note = t('Not all of it fits here. You can allow it on the board, which shows all of it.');
  return [...shown, ...more, note].join('\n\n');
}

function leftOutText({ lines, characters }: TextEnds): string {
  return lines > 0
    ? counted(lines, '… one line between …', '… {0} lines between …')
    : counted(characters, '… one character between …', '… {0} characters between …');
}
