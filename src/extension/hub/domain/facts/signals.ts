import type { SignalKind } from '../../../../shared/api/missionControl';
import type { SubagentTranscriptFacts, TranscriptFacts } from './session';

/**
 * A result of an agent's work, such as a commit or a test run; see `Signal` of the API. Plain data,
 * because the transcript cache stores it.
 */
export interface SignalFact {
  readonly kind: string;
  /** In ms since 1970. */
  readonly at: number;
  /**
   * Number of the human prompt in whose turn the signal was found; 0 if it comes from a subagent's
   * transcript.
   */
  readonly turn: number;
  /** Undefined if the outcome is unknown. */
  readonly ok?: boolean | undefined;
  readonly data: Readonly<Record<string, string | number | boolean>>;
}

/** A signal that Mission Control defines, before the transcript's fold adds time and turn. */
export interface UntimedSignal extends Pick<SignalFact, 'ok' | 'data'> {
  readonly kind: SignalKind;
}

/** Maximum number of signals to retain per transcript. */
export const maxSignals = 32;

/**
 * Inserts a signal in order of time. For the kinds in `subjectFields`, the signal replaces an
 * earlier one of the same turn with the same subject; commits and pull requests are matched by
 * identity in any turn. Signals of other kinds accumulate.
 */
export function addSignal(
  before: readonly SignalFact[],
  signal: SignalFact,
): readonly SignalFact[] {
  const known = before.findLast((one) => isReplaced(one, signal));
  const next = known?.kind === 'pr' ? mergePullSignals(known, signal) : signal;
  const others = known === undefined ? [...before] : before.filter((one) => one !== known);
  const index = others.findLastIndex(({ at }) => at <= next.at) + 1;
  others.splice(index, 0, next);
  if (others.length > maxSignals) dropFromMostFrequent(others);
  return others;
}

/**
 * Merges the signals of several sources in order of time, without replacing any; only the newest
 * are returned.
 */
export function newestSignals(signals: readonly SignalFact[]): readonly SignalFact[] {
  return signals.toSorted((a, b) => a.at - b.at).slice(-maxSignals);
}

const runSubject = ['runner', 'tool', 'task', 'target', 'file'] as const;

/**
 * For each kind of which only the last signal per turn and subject counts, the fields that identify
 * the subject.
 */
const subjectFields: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['push', ['branch', 'ref']],
  ['merge', ['ref']],
  ['branch', []],
  ['tests', runSubject],
  ['build', runSubject],
  ['lint', runSubject],
  ['deploy', runSubject],
  ['export', runSubject],
]);

function isReplaced(one: SignalFact, by: SignalFact): boolean {
  if (one.kind !== by.kind) return false;
  const isSame = (name: string) => one.data[name] === by.data[name];
  if (by.kind === 'commit') return by.data['sha'] !== undefined && isSame('sha');
  if (by.kind === 'pr') return isSamePull(one, by);
  return one.turn === by.turn && subjectFields.get(by.kind)?.every(isSame) === true;
}

function isSamePull({ data: one }: SignalFact, { data: by }: SignalFact): boolean {
  if (one['url'] !== undefined && by['url'] !== undefined) return one['url'] === by['url'];
  return one['number'] === by['number'];
}

/**
 * Merges two signals of a pull request. Only a signal with an action changes the time, because the
 * client may record the same link again without one.
 */
function mergePullSignals(known: SignalFact, signal: SignalFact): SignalFact {
  const { at, turn } = signal.data['action'] === undefined ? known : signal;
  const data = { ...known.data, ...signal.data };
  return { kind: signal.kind, at, turn, ok: signal.ok ?? known.ok, data };
}

/**
 * Removes the oldest signal of the most frequent kind, so that signals of one kind cannot displace
 * all others.
 */
function dropFromMostFrequent(signals: SignalFact[]): void {
  const counts = new Map<string, number>();
  for (const { kind } of signals) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const oldest = signals.findIndex(({ kind }) => counts.get(kind) === most);
  signals.splice(oldest, 1);
}

/** The facts of a session from which its signals and changed files are derived. */
export interface WorkFacts {
  readonly transcript:
    Pick<TranscriptFacts, 'signals' | 'changes' | 'turns' | 'humanPromptAt'> | undefined;
  readonly subagentFiles: ReadonlyMap<
    string,
    Pick<SubagentTranscriptFacts, 'signals' | 'changes' | 'lastAt'>
  >;
}

/**
 * Returns the session's turn at a time. Subagents' transcripts do not count turns. Every time
 * before the last human prompt is assigned to the turn before it.
 */
export function sessionTurnAt({ transcript }: Pick<WorkFacts, 'transcript'>, at: number): number {
  const { turns = 0, humanPromptAt = 0 } = transcript ?? {};
  return at >= humanPromptAt ? turns : Math.max(0, turns - 1);
}

/** The signals of a session and its subagents, newest last. */
export function sessionSignals(facts: WorkFacts): readonly SignalFact[] {
  const own = facts.transcript?.signals ?? [];
  const others = [...facts.subagentFiles.values()].flatMap(({ signals }) => signals);
  if (others.length === 0) return own;
  const all = [...own, ...others.map((one) => ({ ...one, turn: sessionTurnAt(facts, one.at) }))];
  let merged: readonly SignalFact[] = [];
  for (const one of all.toSorted((a, b) => a.at - b.at)) merged = addSignal(merged, one);
  return merged;
}
