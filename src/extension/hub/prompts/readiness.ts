import type { PromptWait } from '../../../shared/protocol/prompts';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { ControlOffers } from '../control/controlOffers';
import type { RestingSession } from '../domain/claims/rest';
import type { IsFromPerson } from './fromPerson';
import { isDue, mayContinue } from './limitWait';
import {
  waitsForReset,
  lastDeliveryTime,
  nextPrompt,
  ownQueue,
  unconfirmedPrompt,
  type Prompt,
  type PromptQueue,
} from './promptQueue';
import type { PromptQueues } from './promptQueues';
import type { DeliveryRoutes } from './deliveryRoutes';

export interface ReadinessParts {
  readonly queues: Pick<PromptQueues, 'get'>;
  readonly routes: Pick<DeliveryRoutes, 'routeOf'>;
  readonly offers: Pick<ControlOffers, 'stateOf'>;
  readonly board: {
    get(sessionId: string): LiveSession | undefined;
    rest(sessionId: string): RestingSession | undefined;
  };
  readonly isFromPerson: IsFromPerson;
  /** Returns whether a follow-up is held back by its condition, by a person or by a budget. */
  readonly isHeldBack: (sessionId: string, prompt: Prompt) => boolean;
  readonly clock: () => number;
}

/**
 * Minimum rest in ms before a prompt is sent: between two dialogs, or before it continues by
 * itself, a client briefly appears to rest.
 */
const minRestMs = 700;

/** Decides which prompt of a queue is sent next, and why it is not sent yet. */
export class Readiness {
  constructor(private readonly parts: ReadinessParts) {}

  /** Returns what the next queued prompt waits for; undefined if it is about to be sent or nothing is queued. */
  waitReason(session: LiveSession | undefined): PromptWait | undefined {
    if (session === undefined) return 'session';
    const { sessionId, pid, projectPath } = session;
    const queue = this.queueOf(sessionId);
    if (!queue.prompts.some(({ state }) => state === 'queued')) return undefined;
    const unconfirmed = unconfirmedPrompt(queue);
    if (unconfirmed !== undefined) return unconfirmed.state === 'uncertain' ? 'person' : 'turn';
    const next = this.next(session);
    const first = next ?? queue.prompts.find(waitsForReset);
    if (first === undefined) return undefined;
    if (this.isForeign(session, first)) return 'confirm';
    if (this.parts.offers.stateOf(projectPath) !== 'on') return 'control';
    const route = this.parts.routes.routeOf(session);
    if (route === undefined) return pid === undefined ? 'session' : 'way';
    const isForReset = first.dueAt !== undefined;
    const shouldSend = isForReset
      ? next !== undefined || route !== 'terminal'
      : queue.releasedAt > Date.parse(session.stateSince);
    if (session.limit?.asks === true && shouldSend) return 'dialog';
    if (next === undefined) return 'limit';
    const rest = this.parts.board.rest(sessionId);
    if (rest === undefined || rest.since <= lastDeliveryTime(queue)) return 'turn';
    if (isForReset) return mayContinue(next, session, queue) ? undefined : 'person';
    return rest.broken && queue.releasedAt <= rest.since ? 'person' : undefined;
  }

  /** Returns whether nothing can be sent until a limit resets or a condition comes true. */
  isAsleep(sessionId: string): boolean {
    const session = this.parts.board.get(sessionId);
    const wait = this.waitReason(session);
    const isIdle =
      unconfirmedPrompt(this.queueOf(sessionId)) === undefined && this.next(session) === undefined;
    return wait === 'limit' || (wait === undefined && isIdle);
  }

  /** Returns the next prompt to send; undefined while all remaining ones wait for a limit's reset or a condition. */
  next(session: LiveSession | undefined): Prompt | undefined {
    if (session === undefined) return undefined;
    const queue = this.queueOf(session.sessionId);
    const now = this.parts.clock();
    const { isHeldBack } = this.parts;
    return nextPrompt(queue, (prompt) => {
      const isWaiting = prompt.state === 'queued' && isHeldBack(session.sessionId, prompt);
      return !isWaiting && isDue(prompt, session, now);
    });
  }

  /**
   * Returns whether an unsent prompt lacks a person's signature; another program may have written
   * it to the file.
   */
  isForeign({ sessionId }: LiveSession, prompt: Prompt): boolean {
    const isUnsent = prompt.state === 'queued' || prompt.state === 'uncertain';
    return isUnsent && !this.parts.isFromPerson(sessionId, prompt);
  }

  /** Returns whether the process with that id still runs the session and accepts a prompt now. */
  isFree(sessionId: string, pid: number | undefined): boolean {
    const session = this.parts.board.get(sessionId);
    const rest = this.parts.board.rest(sessionId);
    if (session === undefined || rest === undefined) return false;
    if (rest.pid !== pid) return false;
    return this.waitReason(session) === undefined && this.parts.clock() - rest.since >= minRestMs;
  }

  private queueOf(sessionId: string): PromptQueue {
    return ownQueue(this.parts.queues.get(sessionId));
  }
}
