import type { PromptWay } from '../../../shared/protocol/prompts';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { SessionLocator } from '../attention/places';
import type { Windows } from '../attention/windows';
import { handedOver, unsent, type Prompt } from './promptQueue';
import type { PromptQueues } from './promptQueues';
import type { Runners } from '../runners/runners';
import type { Wakers } from './wakers';

export interface HandOverParts {
  readonly queues: PromptQueues;
  readonly windows: Pick<Windows, 'ask'>;
  readonly places: Pick<SessionLocator, 'terminalOf'>;
  readonly wakers: Wakers;
  readonly runners: Pick<Runners, 'has' | 'ask'>;
  /** Whether what is typed in its terminal goes to that process. */
  readonly isInForeground: (pid: number) => Promise<boolean>;
  /** Whether that process of the session would still take its next prompt at once. */
  readonly isFree: (sessionId: string, pid: number) => boolean;
  /** The prompt that the session is sent next. */
  readonly next: (sessionId: string) => Prompt | undefined;
  /** Whether that process of the session shows its input box, and no dialog. */
  readonly isAtRest: (sessionId: string, pid: number) => boolean;
  readonly clock: () => number;
}

/** A window that does not answer in this time, in ms, hangs. */
const typeMs = 3_000;

/**
 * Brings a session its next prompt: once. That it was handed over is on the disk before anybody can
 * act on it, so that whatever breaks in between leaves one that is uncertain, never one that is sent twice.
 */
export class HandOver {
  constructor(private readonly parts: HandOverParts) {}

  async run(session: LiveSession, prompt: Prompt): Promise<void> {
    const { windows, places, wakers, runners, isInForeground } = this.parts;
    const { sessionId, pid } = session;
    if (pid === undefined) return;
    const commit = (way: PromptWay): Promise<boolean> => this.commit(sessionId, pid, prompt, way);
    if (runners.has(sessionId)) {
      const order = { act: 'prompt', text: prompt.text } as const;
      await runners.ask(sessionId, order, () => commit('runner'));
      return;
    }
    // A client that was suspended left its terminal to a shell, which would run what is typed.
    if (!(await isInForeground(pid))) return;
    const place = await places.terminalOf(session);
    if (place !== undefined) {
      const { text } = prompt;
      const order = { type: 'typePrompt', sessionId, terminal: place.terminal, text } as const;
      const answer = await windows.ask(place.window, order, typeMs, () => commit('terminal'));
      if (answer !== 'declined') return;
    }
    if (!wakers.has(sessionId, pid) || !(await commit('hook'))) return;
    const waker = wakers.take(sessionId, pid);
    if (waker === undefined) await this.takeBack(sessionId, prompt);
    else await waker.say(prompt.text);
  }

  /** Presses Escape in the terminal of a session, where it is in one of the editor. */
  async escape(session: LiveSession): Promise<void> {
    const { windows, places, runners, isInForeground } = this.parts;
    const { sessionId, pid } = session;
    if (pid === undefined || runners.has(sessionId) || !(await isInForeground(pid))) return;
    const place = await places.terminalOf(session);
    if (place === undefined) return;
    const { window, terminal } = place;
    await windows.ask(window, { type: 'interrupt', sessionId, terminal }, typeMs);
  }

  /** False where it is not to be sent any more. */
  private async commit(
    sessionId: string,
    pid: number,
    prompt: Prompt,
    way: PromptWay,
  ): Promise<boolean> {
    const { queues, isFree, isAtRest, isInForeground, clock } = this.parts;
    if (way === 'terminal' && !(await isInForeground(pid))) return false;
    const unfit = await queues.change(sessionId, (queue) => {
      const next = this.parts.next(sessionId);
      const isSame = next?.id === prompt.id && next.text === prompt.text;
      // Asked only now: other changes may have been written first.
      const isDue = isSame && isFree(sessionId, pid);
      return isDue ? handedOver(queue, prompt.id, way, clock()) : 'gone';
    });
    if (unfit !== undefined) return false;
    // A disk takes its time: what is typed now would answer the dialog of a turn that began meanwhile.
    if (way !== 'terminal' || isAtRest(sessionId, pid)) return true;
    await this.takeBack(sessionId, prompt);
    return false;
  }

  /** Puts a prompt back into its queue that was handed to nobody. */
  private async takeBack(sessionId: string, { id, at }: Prompt): Promise<void> {
    await this.parts.queues.change(sessionId, (queue) => ({
      ...queue,
      prompts: queue.prompts.map((one) => (one.id === id ? unsent(one, at) : one)),
    }));
  }
}
