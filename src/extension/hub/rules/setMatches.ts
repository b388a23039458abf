import type { Entry, ParsedEntry } from '../../agents/transcripts/entry';
import type { TranscriptFormat } from '../../agents/transcripts/format';
import type { OpenFile } from '../../transcript/file/readLane';
import { maxSignals } from '../domain/facts/signals';
import { detachedCopy } from '../../../shared/text/truncate';
import { CallFold, noFoldedCalls, readCalls, type CallsSoFar } from './callFold';
import type { CallMatcher } from './callMatcher';
import type { FoundSignal } from './matchedRule';

/** The rules of one set. */
export interface MatcherSet {
  /** Index of the set among those that apply. */
  readonly number: number;
  /** Digest of the rules, equal in every hub. */
  readonly key: string;
  readonly matchers: readonly CallMatcher[];
}

/**
 * Findings of one set of rules in a transcript up to an offset. Plain data, because the transcript
 * cache stores it.
 */
export interface SetMatches {
  /** Offset, in bytes, up to which the transcript was matched. */
  readonly offset: number;
  readonly calls: CallsSoFar;
  /** The newest signals, at most `maxSignals`. */
  readonly signals: readonly FoundSignal[];
}

export const noMatches: SetMatches = { offset: 0, calls: noFoldedCalls, signals: [] };

/** Matches the next part of a transcript with a set of rules. */
export class SetRun {
  readonly fold: CallFold;
  private signals: readonly FoundSignal[];

  constructor(
    private readonly set: MatcherSet,
    private readonly before: SetMatches,
    isSubagent: boolean,
  ) {
    const isMatched = (tool: string): boolean =>
      set.matchers.some((matcher) => matcher.appliesTo(tool));
    this.fold = new CallFold(isSubagent, isMatched, before.calls);
    this.signals = before.signals;
  }

  get key(): string {
    return this.set.key;
  }

  /** Matches the calls that finished since the last time; yields after each match. */
  *match(): Generator<void, void> {
    for (const call of this.fold.takeFinished()) {
      for (const matcher of this.set.matchers) {
        if (!matcher.appliesTo(call.tool)) continue;
        const { at, turn, ok } = call;
        const verdict = matcher.match(call);
        if ('by' in verdict) {
          const { kind } = matcher.rule;
          // Copied, since substrings would keep the call's complete texts in memory.
          const signal = { kind, at, turn, ok, ...detachedCopy(verdict) };
          this.signals = [...this.signals, signal].slice(-maxSignals);
        }
        yield;
      }
    }
  }

  /** True if there are new findings, or a new turn. */
  get hasNews(): boolean {
    const { calls, signals } = this.before;
    return this.signals !== signals || this.fold.soFar.prompts.length !== calls.prompts.length;
  }

  upTo(offset: number): SetMatches {
    return { offset, calls: this.fold.soFar, signals: this.signals };
  }
}

/** Matches entries that were read for the facts of their transcript. */
export function* matchEntries(
  entries: readonly ParsedEntry<Entry>[],
  format: TranscriptFormat,
  runs: readonly SetRun[],
): Generator<unknown, true> {
  for (const run of runs) {
    for (const entry of entries) run.fold.add(entry, format);
    yield* run.match();
  }
  return true;
}

/** Reads a part of a transcript again, for rules that were added after it was read. */
export function* rereadAndMatch(
  open: OpenFile,
  format: TranscriptFormat,
  runs: readonly SetRun[],
  from: number,
  to: number,
): Generator<unknown, true> {
  const folds = runs.map(({ fold }) => fold);
  const lines = readCalls(open, format, folds, from, to);
  for (;;) {
    const { done = false } = lines.next();
    for (const run of runs) yield* run.match();
    if (done) return true;
    yield;
  }
}
