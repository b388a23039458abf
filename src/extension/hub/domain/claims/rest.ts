import { hookEvents } from '../../../agents/claude/names/hookEvents';
import type { Claims } from './claims';
import type { Resolution } from './resolve';
import { stateBehind } from './sleepingClaim';

/** The rest of a living session that would take a prompt at once: it shows its input box, and no dialog. */
export interface RestingSession {
  readonly pid: number;
  /** Since when, ms since 1970. */
  readonly since: number;
  /** Whether its last turn failed or was interrupted. */
  readonly broken: boolean;
}

const brokenStates: ReadonlySet<string> = new Set([
  'error',
  'interrupted',
  'limit_reached',
  'waiting_for_limit',
]);
const freeStatuses: ReadonlySet<string> = new Set(['idle', 'shell']);

/**
 * From its start's hook a client takes up to so long, in ms, until its input box is there; a text that is
 * typed sooner is lost. Its first status tells that it is; old clients keep none.
 */
const startMs = 10_000;

/** Undefined for a session that works, asks, or has no process, and where nobody can be sure. */
export function restOf(
  { process }: Claims,
  { claim, pending }: Resolution,
): RestingSession | undefined {
  if (process === undefined || claim.kind !== 'resting' || pending !== undefined) return undefined;
  // A client that keeps no status may be at work unseen, unless a hook said that it rests.
  const told =
    process.status === undefined ? claim.state.source === 'hook' : freeStatuses.has(process.status);
  if (!told) return undefined;
  const starts =
    process.status === undefined && claim.state.context?.['event'] === hookEvents.sessionStart;
  const since = starts ? claim.since + startMs : claim.since;
  return { pid: process.pid, since, broken: brokenStates.has(stateBehind(claim.state)) };
}
