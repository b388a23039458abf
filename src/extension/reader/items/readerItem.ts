import { fileIn } from '../../../shared/agents/inputs';
import { formatDuration, formatTokens } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';
import type { ReaderBody, ReaderItem } from '../../../shared/messages/readerItems';
import type { EntryPart } from '../../agents/transcripts/entry';
import type { LinePart, TranscriptFormat } from '../../agents/transcripts/format';
import { summaryOf, toolTitle } from './toolInput';
import { attachmentsStart } from './attachments';
import { type ClipLimits, clipText } from './clip';
import type { Line } from '../../transcript/file/lineFile';
import { resultBodyOf } from './resultItem';
import { toolBodyOf } from './toolBody';

export interface ItemStyle {
  /** Returns a path relative to the session's project. */
  readonly relative: (path: string) => string;
  readonly format: TranscriptFormat;
  /** True for a subagent's own file. */
  readonly isSubagent: boolean;
  readonly limits: ClipLimits;
}

/** Returns the items that show a line; none for the client's own notes. */
export function itemsOf(line: Line, style: ItemStyle): readonly ReaderItem[] {
  return partsIn(line, style.format).flatMap(({ at: time, isSidechain, part: entry }, part) => {
    const body = bodyOf(entry, style);
    if (body === undefined) return [];
    return [
      Object.assign(
        { at: line.at, part },
        time === undefined ? {} : { time },
        isSidechain && !style.isSubagent ? { sidechain: true as const } : {},
        body,
      ),
    ];
  });
}

/** Returns the parts of a line that are shown to readers. */
export function partsIn({ bytes, length }: Line, format: TranscriptFormat): readonly LinePart[] {
  if (bytes === undefined)
    return unreadable(t('A line of {0} MB isn’t shown.', Math.round(length / 1_000_000)));
  const { parts, isDamaged } = format.shown(bytes.toString('utf8'));
  return isDamaged ? [...unreadable(t('A line of the file couldn’t be read.')), ...parts] : parts;
}

function unreadable(text: string): readonly LinePart[] {
  return [{ isSidechain: false, part: { kind: 'unreadable', text } }];
}

function bodyOf(entry: EntryPart, { relative, format, limits }: ItemStyle): ReaderBody | undefined {
  const written = (text: string) => clipText(text, limits.written);
  const printed = (text: string) => clipText(text, limits.printed);
  switch (entry.kind) {
    case 'prompt': {
      const pictures = entry.pictures?.length ?? 0;
      const text = pictures === 0 ? entry.text : withoutPictureNames(entry.text);
      return { kind: 'prompt', text: written(text), queued: entry.queued, pictures };
    }
    case 'queued':
      return { kind: 'queued', text: written(entry.text) };
    case 'command':
      return { kind: 'command', name: plainTitle(entry.name, 80), text: written(entry.args) };
    case 'commandOutput':
      return { kind: 'commandOutput', text: printed(entry.text), isError: entry.isError };
    case 'notification':
      return {
        kind: 'notification',
        summary: plainTitle(entry.summary, 200),
        failed: entry.status === 'failed',
        text: printed(entry.result),
      };
    case 'text':
      return { kind: 'text', text: written(entry.text), by: format.voices.agent };
    case 'thinking':
      return { kind: 'thinking', text: printed(entry.text) };
    case 'summary':
      return { kind: 'summary', text: printed(entry.text) };
    case 'toolUse':
      return toolBody(entry, relative, limits);
    case 'toolResult':
      return resultBodyOf(entry, relative, limits);
    case 'interrupt':
      return entry;
    case 'unreadable':
      return { kind: 'unreadable', text: entry.text };
    case 'apiError':
      return { kind: 'apiError', text: written(entry.text || t('API error')) };
    case 'compacted':
      return { kind: 'compaction', text: compactionText(entry) };
    case 'notice':
      return { kind: 'notice', text: written(entry.text) };
    case 'turnEnd':
      return entry.durationMs < 1_000
        ? undefined
        : { kind: 'turnEnd', text: t('Took {0}', formatDuration(entry.durationMs)) };
  }
}

function toolBody(
  { id, name, input }: Extract<EntryPart, { kind: 'toolUse' }>,
  relative: (path: string) => string,
  limits: ClipLimits,
): ReaderBody {
  const named = fileIn(input);
  return {
    kind: 'tool',
    id,
    name: plainTitle(name, 120),
    title: toolTitle(name),
    summary: plainTitle(summaryOf(name, input, relative), 200),
    ...(named !== undefined && { path: plainTitle(relative(named), 400) }),
    body: toolBodyOf(name, input, limits),
  };
}

/** Removes the names of pictures, since the pictures themselves are shown. */
function withoutPictureNames(text: string): string {
  const start = attachmentsStart(text, ['[Image]', '[Document]']);
  return text.slice(0, start) + text.slice(start).replaceAll(/\n?\[Image\]/g, '');
}

function compactionText(entry: Extract<EntryPart, { kind: 'compacted' }>): string {
  const { trigger, preTokens, postTokens } = entry;
  const how =
    trigger === 'auto' ? t('Conversation compacted automatically') : t('Conversation compacted');
  if (preTokens === undefined || postTokens === undefined) return how;
  const [before, after] = [formatTokens(preTokens), formatTokens(postTokens)];
  return t('{0}: {1} → {2} tokens', how, before, after);
}
