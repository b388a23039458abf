import type { Block, CallResult, Entry, EntryPart } from './entry';
import type { ShownLine, TranscriptFormat } from './format';

/** Parses a line for readers and searches, where entries are shown as they are. */
export function shownEntries(parse: TranscriptFormat['entries'], text: string): ShownLine {
  const entries = parse(text);
  return {
    parts: entries.flatMap(({ line, at, isSidechain }) =>
      partsOf(line).map((part) => ({ at, isSidechain, part })),
    ),
    isDamaged: entries.length === 0 && text.trim() !== '',
  };
}

/** Returns the text that a call printed. */
export function printedText({ content }: Pick<CallResult, 'content'>): string {
  return typeof content === 'string' ? content : '';
}

function partsOf(entry: Entry): readonly EntryPart[] {
  switch (entry.kind) {
    case 'prompt':
      return entry.text === '' ? [] : [{ kind: 'prompt', text: entry.text, queued: false }];
    case 'assistant':
      return entry.blocks.filter((block): block is Block => 'text' in block || 'input' in block);
    case 'toolResults':
      return entry.said.isMeta ? [] : entry.results.map(resultPart);
    case 'interrupted':
      return [{ kind: 'interrupt' }];
    case 'apiError':
      return [{ kind: 'apiError', text: entry.text }];
    case 'compacted':
      return [entry];
    case 'turnEnded': {
      const { durationMs } = entry;
      return durationMs === undefined ? [] : [{ kind: 'turnEnd', durationMs }];
    }
    case 'other': {
      const { said, notice = '' } = entry;
      if (said === undefined) return [];
      return [{ kind: 'notification', summary: notice, status: '', result: printedText(said) }];
    }
    default:
      return [];
  }
}

function resultPart(result: CallResult): EntryPart {
  const { toolUseId, isError, denial, details } = result;
  return { kind: 'toolResult', toolUseId, isError, denial, details, text: printedText(result) };
}
