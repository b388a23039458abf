import type { ReviewScope } from '../../../shared/protocol/work/review';
import { sessionChanges } from '../domain/facts/changes';
import type { SessionFacts } from '../domain/facts/session';
import { sessionTouches, type Touch } from '../domain/facts/touches';
import type { FileCopies } from '../../agents/transcripts/transcriptHome';

/** The changes that a review covers, and their start. */
export interface ScopeFacts {
  readonly touches: readonly Touch[];
  /** Start of the scope, in ms since 1970: not after its first change. */
  readonly from: number;
  /** Undefined if the agent stores no copies of files. */
  readonly copies: FileCopies | undefined;
  /** Number of changed files whose paths are no longer known. */
  readonly forgotten: number;
}

/**
 * Returns undefined if the session has changed nothing. The scope `turn` is the last turn with
 * changes.
 */
export async function scopeFacts(
  facts: SessionFacts,
  scope: ReviewScope,
  fileCopies: (transcript: string, turnAt?: number) => Promise<FileCopies | undefined>,
): Promise<ScopeFacts | undefined> {
  const all = sessionTouches(facts);
  const turn = Math.max(...all.map((one) => one.turn));
  const touches = scope === 'all' ? all : all.filter((one) => one.turn === turn);
  if (touches.length === 0) return undefined;
  const { transcript } = facts;
  const times = touches.map(({ at, since = at }) => since).filter((at) => at > 0);
  const first = times.length === 0 ? Date.now() : Math.min(...times);
  if (scope === 'all') {
    const copies = transcript && (await fileCopies(transcript.path));
    const from = Math.min(transcript?.firstAt ?? first, facts.hook?.firstAt ?? first, first);
    const forgotten = Math.max(0, sessionChanges(facts).fileCount - all.length);
    return { touches, from, copies, forgotten };
  }
  const copies = transcript && (await fileCopies(transcript.path, first));
  return { touches, from: copies?.from ?? promptBefore(facts, first), copies, forgotten: 0 };
}

/**
 * Returns the time (ms since 1970) of the last prompt before a change; without one, the change's.
 */
function promptBefore({ transcript, hook }: SessionFacts, change: number): number {
  const prompts = [transcript?.humanPromptAt, hook?.humanPromptAt].flatMap((at) => at ?? []);
  return Math.max(...prompts.filter((at) => at <= change), 0) || change;
}
