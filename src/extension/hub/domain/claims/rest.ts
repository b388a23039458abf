import type { Claims } from './claims';
import type { Resolution } from './resolve';

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
  return { pid: process.pid, since: claim.since, broken: brokenStates.has(claim.state.state) };
}
