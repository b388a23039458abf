import type { ToolKind } from '../../../shared/agents/tool';
import { fieldsOf, listOf, type Fields } from '../../../shared/text/fields';
import { counted, language, t } from '../../../shared/words/l10n';
import { plainTitle, withoutControls } from '../../../shared/text/plainText';
import type { Clipped, Hunk, CallOutcome, ReaderBody } from '../../../shared/messages/readerItems';
import type { EntryPart } from '../../agents/transcripts/entry';
import { resultKind } from '../../agents/claude/entry/resultKind';
import { numberIn, textIn } from '../../util/json';
import { resultText } from './toolResult';
import { attachmentsStart } from './attachments';
import { type ClipLimits, clipText } from './clip';

type ResultEntry = Extract<EntryPart, { kind: 'toolResult' }>;
type ResultBody = Extract<ReaderBody, { kind: 'result' }>;

const maxHunkLines = 4_000;
const maxSummary = 160;
/** Start of the text with which the client reports a person's refusal to the model. */
const rejection = "The user doesn't want to ";
const isAgentId = /^[\w-]{1,100}$/;

/** Creates the body of a call's result. The client's structured record of the result identifies the tool. */
export function resultBodyOf(
  entry: ResultEntry,
  relative: (path: string) => string,
  limits: ClipLimits,
): ResultBody {
  const { details } = entry;
  const tool = resultKind(details);
  const base = {
    kind: 'result',
    toolUseId: entry.toolUseId,
    outcome: outcomeOf(entry),
    pictures: entry.pictures?.length ?? 0,
    ...agentOf(details),
  } as const;
  if (base.outcome === 'done' && tool === 'read') {
    const file = fieldsOf(details['file']);
    const content = file['content'];
    if (typeof content === 'string') {
      const lines = numberIn(file, 'numLines') ?? content.split('\n').length;
      return {
        ...base,
        summary: linesText(lines),
        text: clipText(content, limits.printed),
        path: plainTitle(relative(textIn(file, 'filePath') ?? ''), 400),
        firstLine: numberIn(file, 'startLine') ?? 1,
      };
    }
  }
  const hunks = base.outcome === 'done' ? hunksOf(details) : [];
  const text = clipText(textOf(tool, entry, base.pictures), limits.printed);
  return {
    ...base,
    summary: summaryOf(text, base.pictures, base.outcome),
    text,
    ...(hunks.length > 0 && { hunks }),
  };
}

function outcomeOf({ denial, isError, text }: ResultEntry): CallOutcome {
  if (denial !== undefined) return denial;
  if (!isError) return 'done';
  return text.startsWith(rejection) ? 'refused' : 'failed';
}

function textOf(tool: ToolKind, entry: ResultEntry, pictures: number): string {
  const known = tool !== 'other' || entry.denial !== undefined || entry.text.startsWith(rejection);
  if (known && tool !== 'read') return withoutModelTexts(tool, entry);
  return pictures > 0 ? entry.text.slice(0, attachmentsStart(entry.text, ['[Image]'])) : entry.text;
}

/**
 * Replaces texts that the client writes for the model with a short sentence; a subagent's report is
 * kept in full.
 */
function withoutModelTexts(tool: ToolKind, entry: ResultEntry): string {
  if (
    tool === 'subagent' &&
    entry.details['status'] !== 'async_launched' &&
    entry.denial === undefined
  )
    return entry.text;
  return resultText(tool, entry);
}

/**
 * Summary of a result: a short text itself, otherwise its size; for a failure also its first line.
 */
function summaryOf({ text, more }: Clipped, pictures: number, outcome: CallOutcome): string {
  const shown = pictures === 0 ? '' : counted(pictures, '1 picture', '{0} pictures');
  if (text === '') return shown === '' ? t('No output') : shown;
  const lines = text.split('\n');
  const first = plainTitle(lines[0] ?? '', maxSummary);
  if (lines.length === 1 && more === 0) return joinParts([first, shown]);
  const length = more > 0 ? t('over {0} lines', localCount(lines.length)) : linesText(lines.length);
  return joinParts([outcome === 'done' ? '' : first, length, shown]);
}

function joinParts(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

function hunksOf(details: Fields): readonly Hunk[] {
  let left = maxHunkLines;
  return listOf(details['structuredPatch']).flatMap((value): readonly Hunk[] => {
    const hunk = fieldsOf(value);
    const lines = listOf(hunk['lines'])
      .filter((line) => typeof line === 'string')
      .filter((line) => !line.startsWith('\\'))
      .slice(0, left)
      .map((line) => withoutControls(line).replaceAll('\n', ' '));
    left -= lines.length;
    const [oldStart, newStart] = [numberIn(hunk, 'oldStart'), numberIn(hunk, 'newStart')];
    return lines.length === 0 ? [] : [{ oldStart: oldStart ?? 1, newStart: newStart ?? 1, lines }];
  });
}

function agentOf(details: Fields): { readonly agentId?: string } {
  const { agentId } = details;
  return typeof agentId === 'string' && isAgentId.test(agentId) ? { agentId } : {};
}

function linesText(lines: number): string {
  return lines === 1 ? t('1 line') : t('{0} lines', localCount(lines));
}

function localCount(count: number): string {
  return count.toLocaleString(language());
}
