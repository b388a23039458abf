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
  /**
   * When the source received its last prompt from its queue, in ms since 1970; 0 before the first.
   */
  readonly deliveredAt: number;
  readonly now: number;
}

/** The stored state of a follow-up. */
export interface ConditionState {
  /** The condition counts only if it comes true after this time, in ms since 1970. */
  readonly since: number;
  /** Result of the last examination of a fact that has no time; undefined before the first. */
  readonly base: boolean | undefined;
  readonly sent: number;
  /** True if this hub has observed the collision whose end the condition describes. */
  readonly hasCollided: boolean;
}

/** Result of the examination of a condition. */
export interface Examination {
  readonly isMet: boolean;
  readonly waitsFor?: FollowUpReason;
  /** New value of `ConditionState.base`, to store for the next examination. */
  readonly base?: boolean;
  /** True if the condition may come true within seconds without an event. */
  readonly isSoon?: boolean;
}

/**
 * Time in ms for which a client must be idle before its turn counts as finished, because prompts in
 * its own queue start at once.
 */
export const finishedMs = 2_000;

const met: Examination = { isMet: true };
const waiting: Examination = { isMet: false };
const waitingFor = (reason: FollowUpReason): Examination => ({ isMet: false, waitsFor: reason });

/** Decides whether a follow-up's condition has certainly come true. Pure. */
export function examine(
  { when, max }: FollowUp,
  state: ConditionState,
  circumstances: Circumstances,
): Examination {
  if (max !== undefined && state.sent >= max) return waitingFor('maximum');
  if (when.kind === 'time') {
    // A time occurs only once, so a repeating follow-up is complete after it.
    if (state.sent > 0) return waitingFor('maximum');
    return circumstances.now >= when.at ? met : waiting;
  }
  const { source } = circumstances;
  if (source === undefined) return waitingFor('sourceUnknown');
  switch (when.kind) {
    case 'finished':
      return examineFinished(source, state, circumstances);
    case 'ended':
      if (source.endedAt !== undefined && source.endedAt > state.since) return met;
      return source.isLiving === undefined
        ? waitingFor('unproven')
        : examineTransition(!source.isLiving, state);
    case 'fact':
      return examineFact(when.fact, source, state);
  }
}

function examineFinished(
  { turnEnd }: FollowUpSource,
  { since }: ConditionState,
  { isQueued, deliveredAt, now }: Circumstances,
): Examination {
  const { finishedAt, idleSince = 0, waitsFor } = turnEnd;
  if (waitsFor !== undefined) return waitingFor(waitsFor);
  // A client is briefly idle after it received a prompt, until the turn of that prompt begins.
  if (finishedAt === undefined || (deliveredAt > 0 && finishedAt <= deliveredAt)) return waiting;
  if (finishedAt <= since) return waitingFor('before');
  if (isQueued) return waitingFor('queue');
  return now - idleSince >= finishedMs ? met : { isMet: false, isSoon: true };
}

function examineFact(
  fact: Extract<FollowUpCondition, { readonly kind: 'fact' }>['fact'],
  source: FollowUpSource,
  state: ConditionState,
): Examination {
  switch (fact) {
    case 'testsGreen':
    case 'testsRed': {
      const { tests } = source;
      if (tests === undefined || tests.ok !== (fact === 'testsGreen')) return waiting;
      return examineTimes([Date.parse(tests.at)], state);
    }
    case 'committed':
    case 'pushed':
    case 'pullOpened':
      return examineTimes(timesOf(source, fact), state);
    case 'pullMerged': {
      const verdict = examineTimes(timesOf(source, fact), state);
      return verdict.isMet ? verdict : examinePull(source, (pull) => pull.state, 'merged', state);
    }
    case 'checksGreen':
      return examinePull(source, (pull) => pull.checks, 'passing', state);
    case 'checksRed':
      return examinePull(source, (pull) => pull.checks, 'failing', state);
    case 'collisionGone':
      if (source.isLiving !== true) return waitingFor('sourceEnded');
      if (source.isColliding) return waiting;
      // A starting hub shows no collision until it has compared the files of sessions.
      return state.hasCollided ? met : waitingFor('collisionUnknown');
  }
}

function timesOf({ facts }: FollowUpSource, fact: string): readonly number[] {
  return facts.flatMap(({ kind, at }) => (kind === fact ? at : []));
}

/**
 * Examines a fact with times: it counts if it occurred after the follow-up was written or last
 * sent.
 */
function examineTimes(times: readonly number[], { since }: ConditionState): Examination {
  if (times.some((at) => at > since)) return met;
  return times.length > 0 ? waitingFor('before') : waiting;
}

/** Examines a fact without a time: it counts if it was false at the last examination. */
function examineTransition(isTrue: boolean, { base }: ConditionState): Examination {
  if (!isTrue) return { isMet: false, base: false };
  return base === false ? met : { isMet: false, waitsFor: 'before', base: true };
}

function examinePull<Value>(
  source: FollowUpSource,
  valueOf: (pull: NonNullable<FollowUpSource['pull']>) => Value | undefined,
  expected: Value,
  state: ConditionState,
): Examination {
  if (!source.isRead) return waitingFor('sourceUnknown');
  const { pull } = source;
  // Without a pull request the fact is false; a pull request that is opened later may make it true.
  if (pull === undefined) return examineTransition(false, state);
  const value = valueOf(pull);
  return value === undefined
    ? waitingFor('pullUnknown')
    : examineTransition(value === expected, state);
}
