import type { AgentState } from '../../src/shared/protocol/protocol';
import type { ReportedRemoval, ReportedState } from '../support/watchedHub';
import type { Truth, TruthChange, TruthLog } from './truth';

/** A state of a session in the hub's stream; undefined after the session was removed. */
export interface StreamedChange {
  readonly at: number;
  readonly state: AgentState | undefined;
  /** Time of the signal that caused the state, by the sender's clock. */
  readonly signalAt?: number | undefined;
}

export type StreamLog = ReadonlyMap<string, readonly StreamedChange[]>;

export interface Measure {
  /** Time for which the truth was known, in ms, for all sessions together. */
  readonly totalMs: number;
  readonly groupMs: number;
  /**
   * Part of `groupMs` in which the stream already had the state that the screen showed only later.
   */
  readonly aheadMs: number;
  /** Time for which the truth was unknown, and the longest such period; neither has a target. */
  readonly unknownMs: number;
  readonly longestUnknownMs: number;
  /** Part of `totalMs` with a known sub-state. */
  readonly statefulMs: number;
  readonly stateMs: number;
  /** Times from each change on the screen until the stream agreed with the truth. */
  readonly delaysMs: readonly number[];
  /**
   * Times as in `delaysMs`, but for changes of the agent's work, which the script determines; they
   * include delays of the client.
   */
  readonly workDelaysMs: readonly number[];
  /** Longest period in which the stream wrongly showed Needs You. */
  readonly falseNeedsYouMs: number;
  /** States in which the session waited for a person but the stream never showed that. */
  readonly missed: readonly string[];
}

/**
 * Periods of waiting for a person that are shorter than this, in ms, may be missing in the stream.
 */
export const shortCallMs = 1_000;

export function toldLog(
  told: readonly ReportedState[],
  removed: readonly ReportedRemoval[],
): Map<string, StreamedChange[]> {
  const log = new Map<string, StreamedChange[]>();
  const all: (ReportedRemoval & Partial<ReportedState>)[] = [...told, ...removed];
  for (const { at, sessionId, state, signalAt } of all.sort((a, b) => a.at - b.at)) {
    const changes = log.get(sessionId) ?? [];
    changes.push({ at, state, signalAt });
    log.set(sessionId, changes);
  }
  return log;
}

export function measure(truth: TruthLog, told: StreamLog, end: number): Measure {
  const parts: Measure[] = [];
  for (const [sessionId, changes] of truth) {
    parts.push(measureSession(changes, told.get(sessionId) ?? [], end));
  }
  for (const [sessionId, changes] of told) {
    if (!truth.has(sessionId)) parts.push(measureSession([], changes, end));
  }
  return parts.reduce(sum, nothing);
}

export const nothing: Measure = {
  totalMs: 0,
  groupMs: 0,
  aheadMs: 0,
  unknownMs: 0,
  longestUnknownMs: 0,
  statefulMs: 0,
  stateMs: 0,
  delaysMs: [],
  workDelaysMs: [],
  falseNeedsYouMs: 0,
  missed: [],
};

export function sum(a: Measure, b: Measure): Measure {
  return {
    totalMs: a.totalMs + b.totalMs,
    groupMs: a.groupMs + b.groupMs,
    aheadMs: a.aheadMs + b.aheadMs,
    unknownMs: a.unknownMs + b.unknownMs,
    longestUnknownMs: Math.max(a.longestUnknownMs, b.longestUnknownMs),
    statefulMs: a.statefulMs + b.statefulMs,
    stateMs: a.stateMs + b.stateMs,
    delaysMs: [...a.delaysMs, ...b.delaysMs],
    workDelaysMs: [...a.workDelaysMs, ...b.workDelaysMs],
    falseNeedsYouMs: Math.max(a.falseNeedsYouMs, b.falseNeedsYouMs),
    missed: [...a.missed, ...b.missed],
  };
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly truth: Truth | undefined;
  /**
   * States that the screen shows a little later; they also count as right if the stream's state is
   * newer than the screen's.
   */
  readonly coming: readonly Truth[];
  readonly told: AgentState | undefined;
}

/**
 * Maximum time in ms between the client's hooks and registry entry and the corresponding change of
 * the screen.
 */
const drawLagMs = 250;

/**
 * Maximum time in ms as `drawLagMs`, but for dialogs: the first dialog of a client takes half a
 * second to be drawn.
 */
const dialogDrawLagMs = 750;

function lagOf({ truth }: TruthChange): number {
  return truth.blocks === true ? dialogDrawLagMs : drawLagMs;
}

function measureSession(
  truth: readonly TruthChange[],
  stream: readonly StreamedChange[],
  end: number,
): Measure {
  const first = truth[0]?.at ?? -Infinity;
  const spans = spansOf(truth, stream, end);
  const changeDelays = delays(truth, spans, end);
  const isUnknown = ({ truth }: Span): boolean => truth?.unknown === true;
  const known = spans.filter((span) => span.truth !== undefined && !isUnknown(span));
  const stateful = known.filter(({ truth }) => truth?.states !== undefined);
  const right = known.filter(isRight(rightGroup));
  return {
    totalMs: lengthOf(known),
    groupMs: lengthOf(right),
    aheadMs: lengthOf(right.filter((span) => !rightGroup(span))),
    unknownMs: lengthOf(spans.filter(isUnknown)),
    longestUnknownMs: longest(spans, isUnknown),
    statefulMs: lengthOf(stateful),
    stateMs: lengthOf(stateful.filter(isRight(rightState))),
    delaysMs: changeDelays.filter(({ work }) => !work).map(({ ms }) => ms),
    workDelaysMs: changeDelays.filter(({ work }) => work).map(({ ms }) => ms),
    falseNeedsYouMs: longest(
      // Ignores the time before the first known truth, in which the session is only starting.
      spans.filter(({ from }) => from >= first),
      (span) => span.told?.group === 'needs_you' && !isRight(rightGroup)(span),
    ),
    missed: missedCalls(truth, spans, end),
  };
}

/** Divides the time at every change of the truth or of the stream. */
function spansOf(
  truth: readonly TruthChange[],
  told: readonly StreamedChange[],
  end: number,
): readonly Span[] {
  const early = truth.map((change) => change.at - lagOf(change));
  const cuts = [...truth, ...told].map(({ at }) => at).concat(early);
  const times = [...new Set([...cuts.filter((at) => at < end), end])].sort((a, b) => a - b);
  return times.slice(0, -1).map((from, place) => {
    const now = truth.findLast(({ at }) => at <= from);
    const streamed = told.findLast(({ at }) => at <= from);
    const isNews =
      streamed !== undefined && (now === undefined || streamed.at > now.at - lagOf(now));
    const next = truth.filter((change) => change.at > from && change.at <= from + lagOf(change));
    return {
      from,
      to: times[place + 1] ?? end,
      truth: now?.truth,
      coming: isNews ? next.map((change) => change.truth) : [],
      told: streamed?.state,
    };
  });
}

export function rightGroup({ truth, told }: Pick<Span, 'truth' | 'told'>): boolean {
  if (truth?.unknown === true) return true;
  return truth?.group === told?.group || (truth?.mayBeGone === true && told === undefined);
}

export function rightState({ truth, told }: Pick<Span, 'truth' | 'told'>): boolean {
  if (!rightGroup({ truth, told })) return false;
  if (truth?.unknown === true || told === undefined) return true;
  return truth?.states === undefined || truth.states.includes(told?.state ?? '');
}

function isRight(fits: typeof rightGroup): (span: Span) => boolean {
  return ({ truth, coming, told }) => [truth, ...coming].some((one) => fits({ truth: one, told }));
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((length, { from, to }) => length + to - from, 0);
}

function delays(
  truth: readonly TruthChange[],
  spans: readonly Span[],
  end: number,
): readonly { readonly work: boolean; readonly ms: number }[] {
  return truth.flatMap(({ at, truth: now }, place) => {
    if (now.unknown === true) return [];
    const works = now.group === 'autonomous';
    const work = works && truth[place - 1]?.truth.group === 'autonomous';
    const agrees = works && !work ? rightGroup : rightState;
    const agreed = spans.find((span) => span.from >= at && isRight(agrees)(span));
    return [{ work, ms: (agreed?.from ?? end) - at }];
  });
}

function longest(spans: readonly Span[], fits: (span: Span) => boolean): number {
  let [best, length] = [0, 0];
  for (const span of spans) {
    length = fits(span) ? length + span.to - span.from : 0;
    best = Math.max(best, length);
  }
  return best;
}

/**
 * Calls for a person that the stream never showed. For a dialog the stream must show its exact
 * state, because a free prompt box is less urgent.
 */
function missedCalls(
  truth: readonly TruthChange[],
  spans: readonly Span[],
  end: number,
): readonly string[] {
  return truth.flatMap(({ at, truth: called }, place) => {
    const until = truth[place + 1]?.at ?? end;
    if (called.group !== 'needs_you' || called.unknown === true || until - at <= shortCallMs)
      return [];
    const within = spans.filter(({ from }) => from >= at && from < until);
    const fits = called.blocks === true ? rightState : rightGroup;
    const isShown = within.some((span) => fits({ truth: called, told: span.told }));
    return isShown ? [] : [called.states?.join('/') ?? called.group];
  });
}
