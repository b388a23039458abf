import type { Claim } from './claim';
import { endedClaim } from './endedClaim';
import { hookClaim } from './hookClaim';
import { openDialogs } from '../facts/dialogs/openDialogs';
import { registryClaim } from './registryClaim';
import {
  currentProcess,
  type PendingFact,
  type ProcessFacts,
  type SessionFacts,
} from '../facts/session';
import { transcriptClaim } from './transcriptClaim';

/**
 * The claims of all sources at one time. State, evidence, idleness and open calls are derived from
 * them.
 */
export interface Claims {
  readonly facts: SessionFacts;
  /** The time of evaluation, in ms since 1970. */
  readonly now: number;
  readonly process: ProcessFacts | undefined;
  /** The open dialogs that hooks announced, longest waiting first. */
  readonly dialogs: readonly PendingFact[];
  /** Set if no process runs the session. */
  readonly ended: Claim | undefined;
  readonly hook: Claim | undefined;
  /**
   * Undefined if no process runs the session. The claim of a process without a status shows only
   * that the process exists.
   */
  readonly registry: Claim | undefined;
  readonly transcript: Claim | undefined;
}

/** Evaluates each source once, at the time `now` in ms since 1970. Pure. */
export function claimsOf(facts: SessionFacts, now: number): Claims {
  const process = currentProcess(facts);
  const dialogs = openDialogs(facts);
  return {
    facts,
    now,
    process,
    dialogs,
    ended: endedClaim(facts, process, now),
    hook: hookClaim(facts, dialogs, now),
    registry: process && registryClaim(facts, process, now),
    transcript: transcriptClaim(facts, now),
  };
}
