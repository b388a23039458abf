import * as fs from 'node:fs';
import {
  newFold,
  withEntry,
  type FoldSubject,
  type TranscriptFold,
} from '../../../src/extension/transcript/fold/fold';
import { QuickFold } from '../../../src/extension/transcript/fold/quickFold';
import { parseTranscriptEntry } from '../../../src/extension/transcript/entry/transcriptEntry';
import { WalkBuffer } from '../../../src/extension/transcript/lines/lineWalk';

/** The facts of a transcript by parsing every line of it. */
export function folded(of: FoldSubject): TranscriptFold {
  let fold = newFold(of);
  for (const line of fs.readFileSync(of.path, 'utf8').split('\n')) {
    const parsed = parseTranscriptEntry(line);
    if (parsed !== undefined) fold = withEntry(fold, of, parsed);
  }
  return fold;
}

const shared = new WalkBuffer();

/** The facts of a transcript by the quick reading. */
export function foldedQuickly(of: FoldSubject): TranscriptFold {
  const file = fs.openSync(of.path, 'r');
  try {
    const job = new QuickFold(of).read(file, 0, fs.fstatSync(file).size, shared);
    for (;;) {
      const step = job.next();
      if (step.done === true) return step.value.reading;
    }
  } finally {
    fs.closeSync(file);
  }
}

/**
 * The part of the facts that a quick reading has, too. Answers of earlier turns have no open dialog left, and are
 * passed over. Titles have no time, so that they get the one of the line before them: that of the last one where
 * they are folded late.
 */
export function comparable(fold: TranscriptFold): TranscriptFold {
  const { facts } = fold;
  return { ...fold, facts: facts && { ...facts, answered: new Map(), lastAt: 0 } };
}
