import type { FollowUpReason } from '../../../shared/text/followUps';
import type { FollowUpCondition } from '../../../shared/protocol/session/followUp';
import type { FollowUp } from './followUps';
import type { FollowUpSource } from './followUpSource';

/** The facts and times by which a follow-up's condition is decided. */
export interface Circumstances {
  /** Undefined for a session that is not on the board. */
  readonly source: FollowUpSource | undefined;
  /** True if the source's own queue has a prompt that is sent first. */
  readonly isQueued: boolean;
  /** When the source took its last prompt from its queue, in ms since 1970; 0 before. */
  readonly deliveredAt: number;
  readonly now: number;
}

/** The stored state of a follow-up. */
export interface ConditionState {
  /** Time after which the condition has to come true, in ms since 1970. */
  readonly since: number;
  /** True if a condition whose fact has no time was true at the last examination; undefined before. */
  readonly base: boolean | undefined;
  readonly sent: number;
  /** True if this hub has seen the collision whose end it waits for. */
  readonly hasCollided: boolean;
}

/** Result of an examination. */
export interface Examination {
  readonly isMet: boolean;
  readonly waitsFor?: FollowUpReason;
  /** New value to store for the next examination. */
  readonly base?: boolean;
  /** True if the condition may come true by the passage of time alone. */
  readonly isSoon?: boolean;
}

/** Time for which a client has to be idle before its turn counts as finished, in ms: prompts that it queued itself start at once. */
export const finishedMs = 2_000;

const met: Examination = { isMet: true };
const waiting: Examination = { isMet: false };
const waits = (waitsFor: FollowUpReason): Examination => ({ isMet: false, waitsFor });

/** Decides whether a follow-up's condition has come true; never on a guess. Pure. */
export function examine(
  { when, max }: FollowUp,
  state: ConditionState,
  circumstances: Circumstances,
): Examination {
  if (max !== undefined && state.sent >= max) return waits('maximum');
  if (when.kind === 'time') {
    // A time comes once, so that a repetition has nothing more to wait for.
    if (state.sent > 0) return waits('maximum');
    return circumstances.now >= when.at ? met : waiting;
  }
  const { source } = circumstances;
  if (source === undefined) return waits('sourceUnknown');
  switch (when.kind) {
    case 'finished':
      return whenFinished(source, state, circumstances);
    case 'ended':
      if (source.endedAt !== undefined && source.endedAt > state.since) return met;
      return source.isLiving === undefined ? waits('unproven') : edge(!source.isLiving, state);
    case 'fact':
      return whenFact(when.fact, source, state);
  }
}

function whenFinished(
  { turnEnd }: FollowUpSource,
  { since }: ConditionState,
  { isQueued, deliveredAt, now }: Circumstances,
): Examination {
  const { finishedAt, idleSince = 0, waitsFor } = turnEnd;
  if (waitsFor !== undefined) return waits(waitsFor);
  // The client is idle for a moment after it took a prompt, until that prompt's turn begins.
  if (finishedAt === undefined || (deliveredAt > 0 && finishedAt <= deliveredAt)) return waiting;
  if (finishedAt <= since) return waits('before');
  if (isQueued) return waits('queue');
  return now - idleSince >= finishedMs ? met : { isMet: false, isSoon: true };
}

function whenFact(
  fact: Extract<FollowUpCondition, { readonly kind: 'fact' }>['fact'],
  source: FollowUpSource,
  state: ConditionState,
): Examination {
  switch (fact) {
    case 'testsGreen':
    case 'testsRed': {
      const { tests } = source;
      if (tests === undefined || tests.ok !== (fact === 'testsGreen')) return waiting;
      return after([Date.parse(tests.at)], state);
    }
    case 'committed':
    case 'pushed':
    case 'pullOpened':
      return after(timesOf(source, fact), state);
    case 'pullMerged': {
      const verdict = after(timesOf(source, fact), state);
      return verdict.isMet ? verdict : ofPull(source, (pull) => pull.state, 'merged', state);
    }
    case 'checksGreen':
      return ofPull(source, (pull) => pull.checks, 'passing', state);
    case 'checksRed':
      return ofPull(source, (pull) => pull.checks, 'failing', state);
    case 'collisionGone':
      if (source.isLiving !== true) return waits('sourceEnded');
      if (source.isColliding) return waiting;
      // A hub that starts shows no collision until it has compared the sessions' files.
      return state.hasCollided ? met : waits('collisionUnknown');
  }
}

function timesOf({ facts }: FollowUpSource, fact: string): readonly number[] {
  return facts.flatMap(({ kind, at }) => (kind === fact ? at : []));
}

/** A fact with a time counts if it came after the follow-up was written or last sent. */
function after(times: readonly number[], { since }: ConditionState): Examination {
  if (times.some((at) => at > since)) return met;
  return times.length > 0 ? waits('before') : waiting;
}

/** A fact without a time counts if it was seen to be false before. */
function edge(isTrue: boolean, { base }: ConditionState): Examination {
  if (!isTrue) return { isMet: false, base: false };
  return base === false ? met : { isMet: false, waitsFor: 'before', base: true };
}

function ofPull<Value>(
  source: FollowUpSource,
  valueOf: (pull: NonNullable<FollowUpSource['pull']>) => Value | undefined,
  wanted: Value,
  state: ConditionState,
): Examination {
  if (!source.isRead) return waits('sourceUnknown');
  const { pull } = source;
  // Without a pull request the fact is false; one that is opened later may fulfil it.
  if (pull === undefined) return edge(false, state);
  const value = valueOf(pull);
  return value === undefined ? waits('pullUnknown') : edge(value === wanted, state);
}
