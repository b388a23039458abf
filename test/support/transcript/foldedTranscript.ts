import * as fs from 'node:fs';
import {
  newFold,
  withEntry,
  type FoldSubject,
  type TranscriptFold,
} from '../../../src/extension/transcript/fold/fold';
import type { TranscriptFormat } from '../../../src/extension/agents/transcripts/format';
import { claudeFormat } from '../../../src/extension/agents/claude/transcripts';

/** The facts of a transcript by parsing every line of it. */
export function folded(
  of: FoldSubject,
  { entries }: Pick<TranscriptFormat, 'entries'> = claudeFormat,
): TranscriptFold {
  let fold = newFold(of);
  for (const line of fs.readFileSync(of.path, 'utf8').split('\n')) {
    for (const parsed of entries(line)) fold = withEntry(fold, of, parsed);
  }
  return fold;
}
