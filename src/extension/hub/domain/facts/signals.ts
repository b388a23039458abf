import type { SessionFacts } from './session';

/** A fact that work left behind, see `Signal` of the API. Plain data: the cache keeps it. */
export interface SignalFact {
  readonly kind: string;
  /** In ms since 1970. */
  readonly at: number;
  /** Number of the human prompt in whose turn it came; 0 where a subagent's transcript tells it. */
  readonly turn: number;
  /** Undefined where the outcome is unknown. */
  readonly ok?: boolean | undefined;
  readonly data: Readonly<Record<string, string | number | boolean>>;
}

/** Signals that are kept of a transcript; older ones are forgotten. */
export const keptSignals = 32;

/** The signals with one more, in the order of their times. */
export function withSignal(
  before: readonly SignalFact[],
  signal: SignalFact,
): readonly SignalFact[] {
  const place = before.findLastIndex(({ at }) => at <= signal.at) + 1;
  return before.toSpliced(place, 0, signal).slice(-keptSignals);
}

/** The signals of a session. */
export function sessionSignals({
  transcript,
}: Pick<SessionFacts, 'transcript'>): readonly SignalFact[] {
  return transcript?.signals ?? [];
}
