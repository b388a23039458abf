import type { OpenFile } from '../file/readLane';
import { lineText } from '../lines/lineText';
import { walkLines } from '../lines/lineWalk';
import { withEntry, type SubjectWithFormat, type TranscriptFold } from './fold';

/** Size of a transcript's start that shows where and how its session began, in bytes. */
const headBytes = 32 * 1024;

export interface FoldEnd {
  /** Offset after the last complete line. */
  readonly offset: number;
  readonly reading: TranscriptFold;
}

/**
 * Applies the complete lines of an open transcript from an offset; yields between portions. If the
 * offset is inside a line, the rest of that line is skipped: an object nested in it would be parsed
 * as a record.
 */
export function* foldLines(
  { file, shared }: Pick<OpenFile, 'file' | 'shared'>,
  subject: SubjectWithFormat,
  before: TranscriptFold,
  from: number,
  to: number,
  isWithinLine = false,
): Generator<unknown, FoldEnd> {
  let reading = before;
  const offset = yield* walkLines(file, from, to, shared, (line, at) => {
    if (isWithinLine && at === from) return;
    for (const parsed of subject.format.entries(lineText(line)))
      reading = withEntry(reading, subject, parsed);
  });
  return { offset, reading };
}

/** Applies only the start and the end; assumes that the part between them changes nothing. */
export function* foldEnds(
  open: OpenFile,
  subject: SubjectWithFormat,
  before: TranscriptFold,
  tailBytes: number,
): Generator<unknown, TranscriptFold> {
  const { size } = open.stat;
  const head = yield* foldLines(open, subject, before, 0, Math.min(size, headBytes));
  // Starts one byte earlier: if that byte is a line feed, the tail starts with a complete line.
  const from = Math.max(head.offset, size - tailBytes - 1);
  const hasGap = from > head.offset;
  const beforeTail = hasGap ? withoutTurn(head.reading) : head.reading;
  const tail = yield* foldLines(open, subject, beforeTail, from, size, hasGap);
  return tail.reading;
}

/** The facts without those of an unfinished turn, which ends in the part that is skipped. */
function withoutTurn(reading: TranscriptFold): TranscriptFold {
  const { facts, agent } = reading;
  return {
    ...reading,
    facts: facts && { ...facts, turn: undefined, openTools: [] },
    agent: agent && { ...agent, openTools: [] },
  };
}
