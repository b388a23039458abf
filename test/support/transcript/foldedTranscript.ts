import * as fs from 'node:fs';
import {
  newFold,
  withEntry,
  type FoldSubject,
  type TranscriptFold,
} from '../../../src/extension/transcript/fold/fold';
import { parseTranscriptEntry } from '../../../src/extension/agents/claude/entry/parseEntry';

/** The facts of a transcript by parsing every line of it. */
export function folded(of: FoldSubject): TranscriptFold {
  let fold = newFold(of);
  for (const line of fs.readFileSync(of.path, 'utf8').split('\n')) {
    const parsed = parseTranscriptEntry(line);
    if (parsed !== undefined) fold = withEntry(fold, of, parsed);
  }
  return fold;
}
