import type { SessionFacts } from '../facts/session';

/**
 * Delay, in ms, before a process without a status or any other sign gets a card: its session id may
 * be about to change.
 */
export const listingDelayMs = 300;

/**
 * Time, in ms, within which a session that was started with a custom agent shows whether it is a
 * teammate or a background job: by its registry file, a prompt, or the team in its transcript.
 */
const startMs = 10_000;

/**
 * True if the session has a card. A process alone is not enough, since a resumed client reports a
 * different session id for a moment.
 */
export function isListed(facts: SessionFacts, now: number): boolean {
  const { hook, transcript, processes } = facts;
  const live = processes.find((one) => one.gone === undefined);
  // The transcript was deleted and no process runs: nothing is left to open.
  const ended = hook?.main === undefined || hook.main.kind === 'ended';
  if (transcript?.present === false && live === undefined && ended) return false;
  if (isSpare(facts) || isStarting(facts, now)) return false;
  if (hook?.main !== undefined || transcript?.turn !== undefined) return true;
  if (hook !== undefined && hook.pending.length > 0) return true;
  if (live === undefined) return false;
  return live.status !== undefined || now - live.seenAt >= listingDelayMs;
}

/** When an unlisted session may become listed without an event, in ms since 1970. */
export function listedAt({ hook, processes }: SessionFacts): number {
  const startsUntil = hook?.agent === undefined ? 0 : hook.firstAt + startMs;
  return Math.max(startsUntil, (processes.at(-1)?.seenAt ?? 0) + listingDelayMs);
}

/** True for a session that the client started in advance and that has had no prompt yet. */
function isSpare(facts: SessionFacts): boolean {
  return facts.processes.at(-1)?.isSpare === true && !hasWorked(facts);
}

/**
 * True for a new session of a custom agent that may still turn out to be a teammate or a background
 * job.
 */
function isStarting(facts: SessionFacts, now: number): boolean {
  const { hook, processes } = facts;
  if (hook?.agent === undefined || now - hook.firstAt >= startMs) return false;
  return processes.every(({ kind }) => kind === undefined) && !hasWorked(facts);
}

function hasWorked({ hook, transcript }: SessionFacts): boolean {
  return hook?.hasWorked === true || transcript?.turn !== undefined;
}
