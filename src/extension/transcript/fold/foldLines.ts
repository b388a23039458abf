import type { OpenFile } from '../file/readLane';
import { lineText } from '../lines/lineText';
import { walkLines } from '../lines/lineWalk';
import { withEntry, type ReadSubject, type TranscriptFold } from './fold';

/** Bytes of a transcript's beginning that tell where and how its session began. */
const headBytes = 32 * 1024;

export interface FoldEnd {
  /** The place behind the last whole line. */
  readonly offset: number;
  readonly reading: TranscriptFold;
}

/**
 * Folds the whole lines from a place of an open transcript on; yields between portions. Where the place is within
 * a line, the rest of that one is passed over: an inner object of it would be read as a record.
 */
export function* foldLines(
  { file, shared }: Pick<OpenFile, 'file' | 'shared'>,
  of: ReadSubject,
  before: TranscriptFold,
  from: number,
  to: number,
  isWithinLine = false,
): Generator<unknown, FoldEnd> {
  let reading = before;
  const offset = yield* walkLines(file, from, to, shared, (line, at) => {
    if (isWithinLine && at === from) return;
    for (const parsed of of.format.entries(lineText(line)))
      reading = withEntry(reading, of, parsed);
  });
  return { offset, reading };
}

/** Folds the two ends alone: what is between them is taken to say nothing new. */
export function* foldEnds(
  open: OpenFile,
  of: ReadSubject,
  before: TranscriptFold,
  tailBytes: number,
): Generator<unknown, TranscriptFold> {
  const { size } = open.stat;
  const head = yield* foldLines(open, of, before, 0, Math.min(size, headBytes));
  // One byte more: where it ends a line, the tail begins with a whole one.
  const from = Math.max(head.offset, size - tailBytes - 1);
  const isApart = from > head.offset;
  const begun = isApart ? withoutTurn(head.reading) : head.reading;
  const tail = yield* foldLines(open, of, begun, from, size, isApart);
  return tail.reading;
}

/** The reading without what a turn leaves open, which ends before the next part. */
function withoutTurn(reading: TranscriptFold): TranscriptFold {
  const { facts, agent } = reading;
  return {
    ...reading,
    facts: facts && { ...facts, turn: undefined, openTools: [] },
    agent: agent && { ...agent, openTools: [] },
  };
}
