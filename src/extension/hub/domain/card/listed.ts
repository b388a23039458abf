import type { SessionFacts } from '../facts/session';

/** A process that names no status and has no other sign is shown after this, in ms: it may be taking another session. */
export const settleMs = 300;

/**
 * A session that begins for an agent, in a pane or in the background, shows within this time, in ms, for
 * whom: by its registry file, a prompt, or the team that its transcript names.
 */
const startMs = 10_000;

/** A process alone is a card only when it is a session: a resumed client bears a stranger's id for a moment. */
export function isListed(facts: SessionFacts, now: number): boolean {
  const { hook, transcript, processes } = facts;
  const live = processes.find((one) => one.gone === undefined);
  // Deleted with nobody running it: there is nothing left to open.
  const ended = hook?.main === undefined || hook.main.kind === 'ended';
  if (transcript?.present === false && live === undefined && ended) return false;
  if (isSpare(facts) || isStarting(facts, now)) return false;
  if (hook?.main !== undefined || transcript?.turn !== undefined) return true;
  if (hook !== undefined && hook.pending.length > 0) return true;
  if (live === undefined) return false;
  return live.status !== undefined || now - live.seenAt >= settleMs;
}

/** When a session that is not listed may be, although nothing happens, ms since 1970. */
export function listedAt({ hook, processes }: SessionFacts): number {
  const startsUntil = hook?.agent === undefined ? 0 : hook.firstAt + startMs;
  return Math.max(startsUntil, (processes.at(-1)?.seenAt ?? 0) + settleMs);
}

/** A session that the client started in reserve belongs to nobody until its first prompt. */
function isSpare(facts: SessionFacts): boolean {
  return facts.processes.at(-1)?.isSpare === true && !hasWorked(facts);
}

/** An agent's session that has just started may still turn out to be a teammate's or a background job's. */
function isStarting(facts: SessionFacts, now: number): boolean {
  const { hook, processes } = facts;
  if (hook?.agent === undefined || now - hook.firstAt >= startMs) return false;
  return processes.every(({ kind }) => kind === undefined) && !hasWorked(facts);
}

function hasWorked({ hook, transcript }: SessionFacts): boolean {
  return hook?.hasWorked === true || transcript?.turn !== undefined;
}
