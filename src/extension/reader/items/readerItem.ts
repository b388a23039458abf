import { formatDuration, formatTokens } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';
import type { ReaderBody, ReaderItem } from '../../../shared/messages/readerItems';
import type { Entry } from '../../transcript/entry/entry';
import { parseLine } from '../../transcript/entry/parse';
import { summaryOf, toolTitle } from './toolInput';
import { attachmentsStart } from './attachments';
import { type ClipLimits, clipped } from './clip';
import type { Line } from '../../transcript/file/lineFile';
import { resultBodyOf } from './resultItem';
import { toolBodyOf } from './toolBody';

export interface ItemStyle {
  /** A path as seen from the session's project. */
  readonly relative: (path: string) => string;
  /** The file is a subagent's own. */
  readonly isSubagent: boolean;
  readonly limits: ClipLimits;
}

/** Makes the item that shows a line; none for the client's own notes. */
export function itemsOf(line: Line, style: ItemStyle): readonly ReaderItem[] {
  return entriesOf(line, style.isSubagent).flatMap(({ entry, part, isSidechain }) => {
    const body = 'problem' in entry ? unreadable(entry.problem) : bodyOf(entry, style);
    if (body === undefined) return [];
    const time = 'problem' in entry ? undefined : entry.at;
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

interface PlacedEntry {
  readonly entry: Entry | { readonly problem: string };
  readonly part: number;
  readonly isSidechain: boolean;
}

/** Each with its number in the line, which is the same for whoever reads it. */
export function entriesOf({ bytes, length }: Line, isSubagent: boolean): readonly PlacedEntry[] {
  if (bytes === undefined) {
    const problem = t('A line of {0} MB isn’t shown.', Math.round(length / 1_000_000));
    return [{ entry: { problem }, part: 0, isSidechain: false }];
  }
  // A subagent's lines in its parent's file are shown, set off.
  const { entries, isBad, isSidechain } = parseLine(bytes.toString('utf8'), true);
  if (isBad) {
    const entry = { problem: t('A line of the file couldn’t be read.') };
    return [{ entry, part: 0, isSidechain: false }];
  }
  return entries.map((entry, part) => ({
    entry,
    part,
    isSidechain: isSidechain === true && !isSubagent,
  }));
}

function unreadable(text: string): ReaderBody {
  return { kind: 'unreadable', text };
}

function bodyOf(entry: Entry, { relative, limits }: ItemStyle): ReaderBody | undefined {
  const written = (text: string) => clipped(text, limits.written);
  const printed = (text: string) => clipped(text, limits.printed);
  switch (entry.kind) {
    case 'prompt': {
      const pictures = entry.pictures?.length ?? 0;
      const text = pictures === 0 ? entry.text : withoutNames(entry.text);
      return { kind: 'prompt', text: written(text), queued: entry.queued, pictures };
    }
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
      return { kind: 'text', text: written(entry.text) };
    case 'thinking':
      return { kind: 'thinking', text: printed(entry.text) };
    case 'summary':
      return { kind: 'summary', text: printed(entry.text) };
    case 'toolUse':
      return toolBody(entry, relative, limits);
    case 'toolResult':
      return resultBodyOf(entry, relative, limits);
    case 'interrupt':
      return { kind: 'interrupt' };
    case 'apiError':
      return { kind: 'apiError', text: written(entry.text || t('API error')) };
    case 'compaction':
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
  { id, name, input }: Extract<Entry, { kind: 'toolUse' }>,
  relative: (path: string) => string,
  limits: ClipLimits,
): ReaderBody {
  const named = input['file_path'] ?? input['notebook_path'];
  return {
    kind: 'tool',
    id,
    name: plainTitle(name, 120),
    title: toolTitle(name),
    summary: plainTitle(summaryOf(name, input, relative), 200),
    ...(typeof named === 'string' && { path: plainTitle(relative(named), 400) }),
    body: toolBodyOf(name, input, limits),
  };
}

/** Pictures are shown, so that nobody needs their names. */
function withoutNames(text: string): string {
  const start = attachmentsStart(text, ['[Image]', '[Document]']);
  return text.slice(0, start) + text.slice(start).replaceAll(/\n?\[Image\]/g, '');
}

function compactionText(entry: Extract<Entry, { kind: 'compaction' }>): string {
  const { trigger, tokensBefore, tokensAfter } = entry;
  const how =
    trigger === 'auto' ? t('Conversation compacted automatically') : t('Conversation compacted');
  if (tokensBefore === undefined || tokensAfter === undefined) return how;
  const [before, after] = [formatTokens(tokensBefore), formatTokens(tokensAfter)];
  return t('{0}: {1} → {2} tokens', how, before, after);
}
