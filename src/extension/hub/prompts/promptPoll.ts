import type { PromptQueues } from './promptQueues';

export interface PromptPollParts {
  readonly queues: Pick<PromptQueues, 'get' | 'sessionIds'>;
  /** Returns whether a queue needs no polling before its next event or the next of its `timesOf`. */
  readonly isAsleep: (sessionId: string) => boolean;
  /** Returns the times at which something in a queue becomes due, in ms since 1970. */
  readonly timesOf: (sessionId: string) => readonly number[];
  readonly poll: (sessionId: string) => void;
  readonly clock: () => number;
}

/** Polling interval in ms of sessions with queued prompts, in addition to events. */
const pollMs = 1_000;
/** Maximum polling interval in ms during long waits, as timers stop while the machine sleeps. */
const longestPollMs = 30_000;

/** Polls the queues for as long as a prompt is queued or being delivered. */
export class PromptPoll {
  private timer: NodeJS.Timeout | undefined;
  private nextPollAt = Infinity;
  private isClosed = false;

  constructor(private readonly parts: PromptPollParts) {}

  /** Must be called after each change on which `isAsleep` or `timesOf` depends. */
  schedule(): void {
    if (this.isClosed) return;
    const { queues, isAsleep, poll } = this.parts;
    const unsentIds = queues.sessionIds.filter((sessionId) => {
      const { prompts } = queues.get(sessionId);
      return prompts.some(({ state }) => state === 'queued' || state === 'handedOver');
    });
    if (unsentIds.length === 0) return;
    const ms = unsentIds.every(isAsleep) ? this.timeUntilDue(unsentIds) : pollMs;
    if (this.timer !== undefined && this.nextPollAt <= Date.now() + ms) return;
    clearTimeout(this.timer);
    this.nextPollAt = Date.now() + ms;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      for (const sessionId of unsentIds) poll(sessionId);
      this.schedule();
    }, ms);
    this.timer.unref();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  /** Returns the time until the next prompt is due, in ms, within the polling limits. */
  private timeUntilDue(sessionIds: readonly string[]): number {
    const due = sessionIds.flatMap((sessionId) => this.parts.timesOf(sessionId));
    return Math.min(Math.max(Math.min(...due) - this.parts.clock(), pollMs), longestPollMs);
  }
}
