import type { CallResult, Entry, EntryPart } from '../../transcripts/entry';
import type { ShownLine } from '../../transcripts/format';
import { rolloutEntries } from './rolloutEntries';

/** Parses a line for readers and searches. */
export function shownRollout(text: string): ShownLine {
  const entries = rolloutEntries(text);
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
      return entry.blocks.filter(
        (block) => block.kind !== 'apiResult' && block.kind !== 'fallback',
      );
    case 'interrupted':
      return [{ kind: 'interrupt' }];
    case 'turnEnded': {
      const { durationMs } = entry;
      return durationMs === undefined ? [] : [{ kind: 'turnEnd', durationMs }];
    }
    default:
      return [];
  }
}
