import type { Evidence } from '../../../../shared/protocol/protocol';
import { claimsOf } from './claims';
import { evidenceOfClaims } from './explain';
import { openCalls, type OpenCalls } from './openCalls';
import { resolveClaims, type Resolution } from './resolve';
import { restingSession, type RestingSession } from './rest';
import type { PendingFact, SessionFacts } from '../facts/session';

/**
 * Evaluation of a session's facts at one time: the state, its evidence, the open calls and the idle
 * state.
 */
export interface SessionEvaluation {
  readonly resolution: Resolution;
  readonly why: Evidence[];
  /** The open dialogs that hooks announced. */
  readonly dialogs: readonly PendingFact[];
  readonly calls: OpenCalls;
  readonly rest: RestingSession | undefined;
  /** The time of evaluation, in ms since 1970. */
  readonly now: number;
}

/** Evaluates each source once and derives everything from the claims. Pure. */
export function evaluateSession(facts: SessionFacts, now: number): SessionEvaluation {
  const claims = claimsOf(facts, now);
  const resolution = resolveClaims(claims);
  return {
    resolution,
    why: evidenceOfClaims(claims, resolution.claim),
    dialogs: claims.dialogs,
    calls: openCalls(claims, resolution.claim),
    rest: restingSession(claims, resolution),
    now,
  };
}
