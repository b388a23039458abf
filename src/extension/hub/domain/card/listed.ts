import type { SessionFacts } from '../facts/session';

/**
 * Delay, in ms, before a process without a status or any other sign gets a card: its session id may
 * be about to change.
 */
export const listingDelayMs = 300;

/**
 * Time, in ms, after which a session with a custom agent counts as a person's. Until then, its
 * registry file, a prompt or the team in its transcript may show that it is a teammate or a
 * background job.
 */
const classificationMs = 10_000;

/**
 * True if the session has a card. A process alone is not enough, since a resumed client reports a
 * different session id for a moment.
 */
export function isListed(facts: SessionFacts, now: number): boolean {
  const { hook, transcript, processes } = facts;
  const live = processes.find((one) => one.gone === undefined);
  // The transcript was deleted and no process is running, so nothing can be opened.
  const ended = hook?.main === undefined || hook.main.kind === 'ended';
  if (transcript?.present === false && live === undefined && ended) return false;
  if (isSpare(facts) || isStarting(facts, now)) return false;
  if (hook?.main !== undefined || transcript?.turn !== undefined) return true;
  if (hook !== undefined && hook.pending.length > 0) return true;
  if (live === undefined) return false;
  return live.status !== undefined || now - live.seenAt >= listingDelayMs;
}

/** Time, in ms since 1970, at which an unlisted session may become listed without an event. */
export function listedAt({ hook, processes }: SessionFacts): number {
  const startingUntil = hook?.agent === undefined ? 0 : hook.firstAt + classificationMs;
  return Math.max(startingUntil, (processes.at(-1)?.seenAt ?? 0) + listingDelayMs);
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
  if (hook?.agent === undefined || now - hook.firstAt >= classificationMs) return false;
  return processes.every(({ kind }) => kind === undefined) && !hasWorked(facts);
}

function hasWorked({ hook, transcript }: SessionFacts): boolean {
  return hook?.hasWorked === true || transcript?.turn !== undefined;
}
