import type { LiveSession } from '../../../shared/protocol/protocol';
import type { RestingSession } from '../domain/claims/rest';
import {
  waitsForReset,
  withResetPromptAgain,
  withoutDueTime,
  deliveryTime,
  withoutResetPrompt,
  type Prompt,
  type PromptQueue,
  type PromptChangeFault,
} from './promptQueue';

/** Minimum time in ms before Escape is pressed again in a dialog that stayed open. */
export const closeAgainMs = 10_000;

/**
 * Delay in ms between a limit's reset and the next prompt, because the clock of the provider may be
 * behind.
 */
const resetMarginMs = 10_000;

type LimitedSession = Pick<LiveSession, 'limit'>;

/**
 * Returns when a prompt is due, in ms since 1970. A limit that the session met later may reset
 * after the one for which the prompt was queued.
 */
export function dueTime({ dueAt = 0 }: Prompt, { limit }: LimitedSession): number {
  return Math.max(dueAt, resetTime(limit) ?? 0);
}

/** Returns when the prompts that wait for a limit's reset are due, in ms since 1970. */
export function resetTimes({ prompts }: PromptQueue, session: LimitedSession): readonly number[] {
  return prompts.filter(waitsForReset).map((prompt) => dueTime(prompt, session));
}

/**
 * Returns whether the reset for which a prompt waits has passed; also true for a prompt that waits
 * for none.
 */
export function isDue(prompt: Prompt, session: LimitedSession, now: number): boolean {
  return prompt.dueAt === undefined || now >= dueTime(prompt, session) + resetMarginMs;
}

/**
 * Returns whether a prompt is sent automatically after the reset: if the session is still stopped
 * by a limit, or a person let the queue continue after the prompt was queued.
 */
export function mayContinue(
  { at }: Prompt,
  session: LimitedSession,
  { releasedAt }: PromptQueue,
): boolean {
  return session.limit !== undefined || releasedAt > at;
}

/**
 * Updates the prompt that waits for a limit's reset after a change of its session; undefined if the
 * queue is unchanged. The prompt is removed if the session continues before the reset, and queued
 * again if its turn meets another limit.
 */
export function updatedLimitWait(
  queue: PromptQueue,
  session: LiveSession,
  rest: RestingSession | undefined,
  now: number,
): PromptQueue | PromptChangeFault | undefined {
  const { limit, agentState } = session;
  const since = Date.parse(session.stateSince);
  const waitingPrompt = queue.prompts.find(waitsForReset);
  if (waitingPrompt !== undefined) {
    const isWorking = agentState.group === 'autonomous' && agentState.source !== 'fallback';
    return limit === undefined && isWorking && since > waitingPrompt.at
      ? withoutResetPrompt(queue)
      : undefined;
  }
  const readPrompt = queue.prompts.find(
    ({ state, dueAt }) => state === 'read' && dueAt !== undefined,
  );
  if (readPrompt === undefined) return undefined;
  if (limit === undefined) {
    return rest !== undefined && rest.since > deliveryTime(readPrompt)
      ? withoutDueTime(queue)
      : undefined;
  }
  const hasNewLimit = since > deliveryTime(readPrompt) && (resetTime(limit) ?? 0) > now;
  return hasNewLimit && !limit.goesOn ? withResetPromptAgain(queue, now) : undefined;
}

function resetTime(limit: LimitedSession['limit']): number | undefined {
  return limit?.resetsAt === undefined ? undefined : Date.parse(limit.resetsAt);
}
