import { hookEvents } from '../../../agents/claude/names/hookEvents';
import type { Claims } from './claims';
import type { Resolution } from './resolve';
import { replacedState } from './sleepingClaim';

/**
 * The idle state of a running session that can accept a prompt: the client shows its input box and
 * no dialog.
 */
export interface RestingSession {
  /** Undefined for a session of a server that also runs others. */
  readonly pid: number | undefined;
  /** Start of the idle state, in ms since 1970. */
  readonly since: number;
  /** True if the last turn failed or was interrupted. */
  readonly broken: boolean;
}

/** Idle states after a turn that failed or was interrupted. */
export const brokenStates: ReadonlySet<string> = new Set([
  'error',
  'interrupted',
  'limit_reached',
  'waiting_for_limit',
]);
const freeStatuses: ReadonlySet<string> = new Set(['idle', 'shell']);

/**
 * Time from the hook of a client's start until its input box is ready, in ms; text typed sooner is
 * lost. Applies to old clients only: newer ones write their first status when they are ready.
 */
const inputReadyMs = 10_000;

/**
 * Returns the idle state of a session; undefined if the session works, shows a dialog or has no
 * process, or if its state is uncertain.
 */
export function restingSession(
  { process }: Claims,
  { claim, pending }: Resolution,
): RestingSession | undefined {
  if (process === undefined) return undefined;
  if (claim.kind !== 'resting' || pending !== undefined) return undefined;
  // A client without a status may be working, unless a hook reported that it is idle.
  const isIdleProven =
    process.status === undefined ? claim.state.source === 'hook' : freeStatuses.has(process.status);
  if (!isIdleProven) return undefined;
  const isStarting =
    process.status === undefined && claim.state.context?.['event'] === hookEvents.sessionStart;
  const since = isStarting ? claim.since + inputReadyMs : claim.since;
  const pid = process.isShared === true ? undefined : process.pid;
  return { pid, since, broken: brokenStates.has(replacedState(claim.state)) };
}
