import type { PromptRoute } from '../../../shared/protocol/prompts';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { SessionLocator } from '../attention/places';
import type { Windows } from '../attention/windows';
import type { IsFromPerson } from './fromPerson';
import { markHandedOver, steerablePrompt, toQueued, type Prompt } from './promptQueue';
import type { SessionLine } from '../../agents/sources';
import type { PromptQueues } from './promptQueues';
import type { Runners } from '../runners/runners';
import type { Wakers } from './wakers';

export interface PromptDeliveryParts {
  readonly queues: PromptQueues;
  readonly windows: Pick<Windows, 'sendOrder'>;
  readonly places: Pick<SessionLocator, 'terminalOf'>;
  readonly wakers: Wakers;
  readonly runners: Pick<Runners, 'has' | 'sendOrder'>;
  readonly line: Pick<SessionLine, 'has' | 'prompt'>;
  /**
   * Returns whether the process is in the foreground of its terminal, so that typed text reaches
   * it.
   */
  readonly isInForeground: (pid: number) => Promise<boolean>;
  /** Returns whether the process with that id still runs the session and accepts a prompt now. */
  readonly isFree: (sessionId: string, pid: number | undefined) => boolean;
  /** Returns the session's next prompt to send. */
  readonly next: (sessionId: string) => Prompt | undefined;
  /** Returns the text to send, in which placeholders are replaced by quotations. */
  readonly textOf: (sessionId: string, prompt: Prompt) => Promise<string>;
  /** Returns whether the process with that id runs the session and shows its input box, no dialog. */
  readonly isAtRest: (sessionId: string, pid: number) => boolean;
  readonly isFromPerson: IsFromPerson;
  /** Called with a prompt that its session's server has accepted. */
  readonly onAccepted: (sessionId: string, prompt: Prompt) => Promise<void>;
  readonly clock: () => number;
}

/** Time in ms after which a window without an answer is assumed to hang. */
const windowTimeoutMs = 3_000;

/**
 * Delivers a session's next prompt at most once. The hand-over is written to the disk before the
 * prompt is sent, so that after a crash a prompt may be uncertain, but is never sent twice.
 */
export class PromptDelivery {
  constructor(private readonly parts: PromptDeliveryParts) {}

  async deliver(session: LiveSession, prompt: Prompt): Promise<void> {
    const { windows, places, wakers, runners, line, isInForeground } = this.parts;
    const { sessionId, pid } = session;
    if (line.has(sessionId)) return this.sendDirectly(session, prompt);
    if (pid === undefined) return;
    // A suspended client has left its terminal to a shell, which would run the typed text.
    if (!runners.has(sessionId) && !(await isInForeground(pid))) return;
    const text = await this.parts.textOf(sessionId, prompt);
    const commit = (way: PromptRoute): Promise<boolean> =>
      this.commit(sessionId, pid, prompt, way, text);
    if (runners.has(sessionId)) {
      const order = { act: 'prompt', text } as const;
      await runners.sendOrder(sessionId, order, () => commit('runner'));
      return;
    }
    const place = await places.terminalOf(session);
    if (place !== undefined) {
      const order = { type: 'typePrompt', sessionId, terminal: place.terminal, text } as const;
      const answer = await windows.sendOrder(place.window, order, windowTimeoutMs, () =>
        commit('terminal'),
      );
      if (answer !== 'declined') return;
    }
    if (!wakers.has(sessionId, pid) || !(await commit('hook'))) return;
    const waker = wakers.claim(sessionId, pid);
    if (waker === undefined) await this.requeue(sessionId, prompt);
    else await waker.deliver(text);
  }

  /**
   * Sends a prompt to the server of its session. A prompt that the server refuses becomes uncertain.
   */
  private async sendDirectly({ sessionId, pid }: LiveSession, prompt: Prompt): Promise<void> {
    const text = await this.parts.textOf(sessionId, prompt);
    const commit = (): Promise<boolean> => this.commit(sessionId, pid, prompt, 'hook', text);
    if (await this.parts.line.prompt(sessionId, text, commit))
      await this.parts.onAccepted(sessionId, prompt);
  }

  /**
   * Sends a queued prompt into the running turn at a person's request, through the server of the
   * session; returns false if it can't be sent.
   */
  async steer(sessionId: string, id: string): Promise<boolean> {
    const { queues, line, isFromPerson, clock, onAccepted } = this.parts;
    const prompt = steerablePrompt(queues.get(sessionId), id);
    if (prompt === undefined || !isFromPerson(sessionId, prompt) || !line.has(sessionId))
      return false;
    const text = await this.parts.textOf(sessionId, prompt);
    const commit = async (): Promise<boolean> => {
      const fault = await queues.change(sessionId, (queue) =>
        queue.prompts.some((one) => one.state === 'queued' && isSameRequest(one, prompt))
          ? markHandedOver(queue, prompt.id, 'hook', clock(), text)
          : 'gone',
      );
      return fault === undefined;
    };
    if (await line.prompt(sessionId, text, commit, true)) await onAccepted(sessionId, prompt);
    return true;
  }

  /** Presses Escape in the session's terminal, if it is a terminal of the editor. */
  async escape(session: LiveSession): Promise<void> {
    const { windows, places, runners, isInForeground } = this.parts;
    const { sessionId, pid } = session;
    if (pid === undefined || runners.has(sessionId) || !(await isInForeground(pid))) return;
    const place = await places.terminalOf(session);
    if (place === undefined) return;
    const { window, terminal } = place;
    await windows.sendOrder(window, { type: 'interrupt', sessionId, terminal }, windowTimeoutMs);
  }

  /** Stores the hand-over; returns false if the prompt must no longer be sent. */
  private async commit(
    sessionId: string,
    pid: number | undefined,
    prompt: Prompt,
    way: PromptRoute,
    text: string,
  ): Promise<boolean> {
    const { queues, isFree, isAtRest, isInForeground, clock } = this.parts;
    const isTyped = pid !== undefined && way === 'terminal';
    if (isTyped && !(await isInForeground(pid))) return false;
    const fault = await queues.change(sessionId, (queue) => {
      const next = this.parts.next(sessionId);
      const isSame = next !== undefined && isSameRequest(next, prompt);
      // Checked inside the change, because other changes may have been written before it.
      const isDue = isSame && isFree(sessionId, pid);
      return isDue ? markHandedOver(queue, prompt.id, way, clock(), text) : 'gone';
    });
    if (fault !== undefined) return false;
    // A turn may have started during the write, and the typed text would answer its dialog.
    if (!isTyped || isAtRest(sessionId, pid)) return true;
    await this.requeue(sessionId, prompt);
    return false;
  }

  /** Marks a prompt whose hand-over was stored, but which was not sent, as queued again. */
  private async requeue(sessionId: string, { id, at }: Prompt): Promise<void> {
    await this.parts.queues.change(sessionId, (queue) => ({
      ...queue,
      prompts: queue.prompts.map((one) => (one.id === id ? toQueued(one, at) : one)),
    }));
  }
}

/** Returns whether two prompts have the same text and the same fields of a follow-up. */
export function isSameRequest(one: Prompt, other: Prompt): boolean {
  const key = ({ id, text, when, repeat, from, newSession }: Prompt): string =>
    JSON.stringify([id, text, when, repeat, from, newSession]);
  return key(one) === key(other);
}
