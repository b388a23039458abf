import type { LiveSession } from '../../../shared/protocol/protocol';
import type { RestingSession } from '../domain/claims/rest';
import {
  isTimed,
  rearmed,
  settled,
  deliveryTime,
  withoutTimed,
  type Prompt,
  type PromptQueue,
  type Unfit,
} from './promptQueue';

/** A prompt is sent so long after the reset, in ms: the clock of who counts may be behind this one. */
const afterResetMs = 10_000;

type Limited = Pick<LiveSession, 'limit'>;

/** When a prompt is due, ms since 1970: a limit that was met since may reset later than the one it waits for. */
export function dueTime({ dueAt = 0 }: Prompt, { limit }: Limited): number {
  return Math.max(dueAt, resetOf(limit) ?? 0);
}

/** Whether nothing but the session itself keeps a prompt back. */
export function isDue(prompt: Prompt, session: Limited, now: number): boolean {
  return prompt.dueAt === undefined || now >= dueTime(prompt, session) + afterResetMs;
}

/** Whether the reset lets a prompt go, so that no person has to: the limit it waited for is what stopped the session last. */
export function isReleased({ at }: Prompt, session: Limited, { releasedAt }: PromptQueue): boolean {
  return session.limit !== undefined || releasedAt > at;
}

/**
 * What a session's news make of its prompt for a limit's reset; undefined where nothing. It is gone once
 * the session goes on before it, and waits again where the turn that it began met another limit.
 */
export function afterNews(
  queue: PromptQueue,
  session: LiveSession,
  rest: RestingSession | undefined,
  now: number,
): PromptQueue | Unfit | undefined {
  const { limit, agentState } = session;
  const since = Date.parse(session.stateSince);
  const timed = queue.prompts.find(isTimed);
  if (timed !== undefined) {
    const works = agentState.group === 'autonomous' && agentState.source !== 'fallback';
    return limit === undefined && works && since > timed.at ? withoutTimed(queue) : undefined;
  }
  const done = queue.prompts.find(({ state, dueAt }) => state === 'read' && dueAt !== undefined);
  if (done === undefined) return undefined;
  if (limit === undefined) {
    return rest !== undefined && rest.since > deliveryTime(done) ? settled(queue) : undefined;
  }
  const isAnother = since > deliveryTime(done) && (resetOf(limit) ?? 0) > now;
  return isAnother && !limit.goesOn ? rearmed(queue, now) : undefined;
}

function resetOf(limit: Limited['limit']): number | undefined {
  return limit?.resetsAt === undefined ? undefined : Date.parse(limit.resetsAt);
}
