import type { SignalKind } from '../../../../shared/api/missionControl';
import type { SubagentTranscriptFacts, TranscriptFacts } from './session';

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

/** A signal of Mission Control's own, before its transcript gives it a time and a turn. */
export interface UntimedSignal extends Pick<SignalFact, 'ok' | 'data'> {
  readonly kind: SignalKind;
}

/** Signals that are kept of a transcript; older ones are forgotten. */
export const keptSignals = 32;

/**
 * The signals with one more, in the order of their times. One that says the same of the same thing
 * in the same turn is replaced by it, where its kind is one of `subjects`; each one of any other kind counts.
 */
export function withSignal(
  before: readonly SignalFact[],
  signal: SignalFact,
): readonly SignalFact[] {
  const known = before.findLast((one) => isReplaced(one, signal));
  const next = known?.kind === 'pr' ? joined(known, signal) : signal;
  const others = known === undefined ? [...before] : before.filter((one) => one !== known);
  const place = others.findLastIndex(({ at }) => at <= next.at) + 1;
  others.splice(place, 0, next);
  if (others.length > keptSignals) forget(others);
  return others;
}

/** The signals of several sources in the order of their times, each as it is; the oldest go first. */
export function inOrder(signals: readonly SignalFact[]): readonly SignalFact[] {
  return signals.toSorted((a, b) => a.at - b.at).slice(-keptSignals);
}

const run = ['runner', 'tool', 'task', 'target', 'file'] as const;

/** The fields that name the subject of a signal, for each kind of which the last one of a turn counts. */
const subjects: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['push', ['branch', 'ref']],
  ['merge', ['ref']],
  ['branch', []],
  ['tests', run],
  ['build', run],
  ['lint', run],
  ['deploy', run],
  ['export', run],
]);

function isReplaced(one: SignalFact, by: SignalFact): boolean {
  if (one.kind !== by.kind) return false;
  const isSame = (name: string) => one.data[name] === by.data[name];
  if (by.kind === 'commit') return by.data['sha'] !== undefined && isSame('sha');
  if (by.kind === 'pr') return isSamePull(one, by);
  return one.turn === by.turn && subjects.get(by.kind)?.every(isSame) === true;
}

function isSamePull({ data: one }: SignalFact, { data: by }: SignalFact): boolean {
  if (one['url'] !== undefined && by['url'] !== undefined) return one['url'] === by['url'];
  return one['number'] === by['number'];
}

/** The act on a pull request gives the time; that the client notes it again is nothing new. */
function joined(known: SignalFact, signal: SignalFact): SignalFact {
  const { at, turn } = signal.data['action'] === undefined ? known : signal;
  const data = { ...known.data, ...signal.data };
  return { kind: signal.kind, at, turn, ok: signal.ok ?? known.ok, data };
}

/** Drops the oldest of the kind of which there are most, so that many of one kind push no other out. */
function forget(signals: SignalFact[]): void {
  const counts = new Map<string, number>();
  for (const { kind } of signals) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const oldest = signals.findIndex(({ kind }) => counts.get(kind) === most);
  signals.splice(oldest, 1);
}

/** The facts of a session that what it delivered comes of. */
export interface WorkFacts {
  readonly transcript:
    Pick<TranscriptFacts, 'signals' | 'changes' | 'turns' | 'humanPromptAt'> | undefined;
  readonly subagentFiles: ReadonlyMap<
    string,
    Pick<SubagentTranscriptFacts, 'signals' | 'changes' | 'lastAt'>
  >;
}

/** The turn in which a subagent's work of that time falls: its own transcript counts none. */
export function turnAt({ transcript }: Pick<WorkFacts, 'transcript'>, at: number): number {
  const { turns = 0, humanPromptAt = 0 } = transcript ?? {};
  return at >= humanPromptAt ? turns : Math.max(0, turns - 1);
}

/** The signals of a session and of its subagents, the newest last. */
export function sessionSignals(facts: WorkFacts): readonly SignalFact[] {
  const own = facts.transcript?.signals ?? [];
  const others = [...facts.subagentFiles.values()].flatMap(({ signals }) => signals);
  if (others.length === 0) return own;
  const all = [...own, ...others.map((one) => ({ ...one, turn: turnAt(facts, one.at) }))];
  let merged: readonly SignalFact[] = [];
  for (const one of all.toSorted((a, b) => a.at - b.at)) merged = withSignal(merged, one);
  return merged;
}
