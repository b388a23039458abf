import type { NewSessionTarget } from '../../../shared/protocol/session/followUp';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { FollowUpReason } from '../../../shared/text/followUps';
import { plainLine } from '../../../shared/text/plainText';
import type { StartClaims } from '../../util/hub/startClaims';
import type { Windows } from '../attention/windows';
import { followUpOf } from './followUps';
import type { IsFromPerson } from './fromPerson';
import { isSameRequest } from './promptDelivery';
import {
  markHandedOver,
  markRead,
  markUncertain,
  startsSession,
  toQueued,
  updatePrompt,
  type Prompt,
} from './promptQueue';
import type { PromptQueues } from './promptQueues';

export interface SessionStartsParts {
  readonly queues: Pick<PromptQueues, 'get' | 'change' | 'sessionIds'>;
  readonly session: (sessionId: string) => LiveSession | undefined;
  readonly windows: Pick<Windows, 'sendOrder'>;
  /** Returns the windows that offer control in the folder and can start sessions, best first. */
  readonly startersIn: (folder: string) => readonly string[];
  readonly claims: Pick<StartClaims, 'claim' | 'read' | 'deleteOld'>;
  readonly isFolder: (folder: string) => Promise<boolean>;
  readonly isFromPerson: IsFromPerson;
  readonly findReadTime: (transcript: string, prompt: Prompt) => Promise<number | undefined>;
  /** Returns whether the condition, a person or a budget holds the prompt back. */
  readonly isHeldBack: (queue: string, prompt: Prompt) => boolean;
  /** Returns the text to send, in which placeholders are replaced by quotations. */
  readonly textOf: (queue: string, prompt: Prompt) => Promise<string>;
  readonly touch: (queue: string) => void;
  readonly isClosed: () => boolean;
  readonly clock: () => number;
}

/** Time in ms after which a window without an answer is assumed to hang. */
const windowTimeoutMs = 3_000;
/** Time in ms within which a window must claim a start that the hub ordered. */
const claimTimeoutMs = 10_000;
/**
 * Time in ms within which a claimed start must appear in the new session's transcript; later it
 * counts as failed.
 */
const startTimeoutMs = 120_000;

/** Maximum number of characters of the reason for which a session was not started. */
const problemLength = 300;

/**
 * Starts new sessions with the prompts of a queue that ask for it, each at most once. The id of the
 * session is written to the disk before a window may start it, and the window claims that id
 * (`StartClaims`). If the hub is killed in between, the next one can thus find out whether the
 * session was started.
 */
export class SessionStarts {
  /** Why a prompt whose condition has come true is not sent, by the prompt's id. */
  private readonly reasons = new Map<string, FollowUpReason>();

  constructor(private readonly parts: SessionStartsParts) {}

  /** Returns whether a session of the queue is due to be started or is being started. */
  isActive(queue: string): boolean {
    return this.startPromptsOf(queue).some(
      (prompt) => prompt.state === 'handedOver' || this.isDue(queue, prompt),
    );
  }

  /** Returns why the session of a prompt is not started, although its condition has come true. */
  reasonOf({ id, state }: Prompt): FollowUpReason | undefined {
    return state === 'queued' ? this.reasons.get(id) : undefined;
  }

  /**
   * Returns the queue whose prompt may have started the session; undefined if there is none or the
   * prompt was read.
   */
  queueOf(sessionId: string): string | undefined {
    return this.parts.queues.sessionIds.find((queue) =>
      this.unconfirmedStarts(queue).some(({ startedAs }) => startedAs === sessionId),
    );
  }

  /** Starts the sessions that are due. */
  async start(queue: string): Promise<void> {
    for (const prompt of this.startPromptsOf(queue)) {
      const target = this.isDue(queue, prompt) ? targetOf(prompt) : undefined;
      if (target === undefined) continue;
      const reason = await this.tryToStart(queue, prompt, target);
      if (reason === this.reasons.get(prompt.id)) continue;
      if (reason === undefined) this.reasons.delete(prompt.id);
      else this.reasons.set(prompt.id, reason);
      this.parts.touch(queue);
    }
  }

  /**
   * Deletes old claims, except those of starts whose result is unknown; the queues must be loaded.
   */
  async deleteOldClaims(): Promise<void> {
    const { queues, claims, clock } = this.parts;
    const open = queues.sessionIds.flatMap((queue) =>
      this.unconfirmedStarts(queue).flatMap(({ startedAs }) => startedAs ?? []),
    );
    await claims.deleteOld(open, clock());
  }

  /** Checks whether the sessions of pending starts have received their prompts. */
  async checkStarts(queue: string): Promise<void> {
    for (const prompt of this.unconfirmedStarts(queue)) await this.checkStart(queue, prompt);
  }

  private unconfirmedStarts(queue: string): readonly Prompt[] {
    return this.startPromptsOf(queue).filter(
      ({ state }) => state === 'handedOver' || state === 'uncertain',
    );
  }

  private startPromptsOf(queue: string): readonly Prompt[] {
    return this.parts.queues.get(queue).prompts.filter(startsSession);
  }

  private isDue(queue: string, prompt: Prompt): boolean {
    const { isHeldBack, isFromPerson } = this.parts;
    return prompt.state === 'queued' && !isHeldBack(queue, prompt) && isFromPerson(queue, prompt);
  }

  /** Resolves with the reason why nothing was started; undefined if a window starts the session. */
  private async tryToStart(
    queue: string,
    prompt: Prompt,
    { folder, worktree }: NewSessionTarget,
  ): Promise<FollowUpReason | undefined> {
    const { windows, startersIn, isFolder, textOf } = this.parts;
    if (!(await isFolder(folder))) return 'folderGone';
    const text = await textOf(queue, prompt);
    const common = { type: 'startSession', folder, worktree: worktree === true, text } as const;
    for (const window of startersIn(folder)) {
      const sessionId = crypto.randomUUID();
      const order = { ...common, sessionId } as const;
      const answer = await windows.sendOrder(window, order, windowTimeoutMs, () =>
        this.commit(queue, prompt, window, sessionId, text),
      );
      if (answer === 'taken' || !this.isStillDue(queue, prompt)) return undefined;
    }
    return 'noStarter';
  }

  private isStillDue(queue: string, prompt: Prompt): boolean {
    return this.startPromptsOf(queue).some(
      (one) => isSameRequest(one, prompt) && this.isDue(queue, one),
    );
  }

  /** Stores the hand-over; returns false if the session must no longer be started. */
  private async commit(
    queue: string,
    prompt: Prompt,
    window: string,
    sessionId: string,
    text: string,
  ): Promise<boolean> {
    const { queues, startersIn, isClosed, clock } = this.parts;
    const folder = targetOf(prompt)?.folder ?? '';
    const fault = await queues.change(queue, (stored) => {
      // Checked inside the change, because other changes may have been written before it.
      const isDue = this.isStillDue(queue, prompt) && startersIn(folder).includes(window);
      if (isClosed() || !isDue) return 'gone';
      const handed = markHandedOver(stored, prompt.id, 'runner', clock(), text);
      if (typeof handed === 'string') return handed;
      return updatePrompt(handed, prompt.id, ['handedOver'], (one) => ({
        ...one,
        startedAs: sessionId,
      }));
    });
    return fault === undefined;
  }

  /** Checks a start in the transcript of its session and in its claim. */
  private async checkStart(queue: string, prompt: Prompt): Promise<void> {
    const { queues, claims, session, findReadTime, clock } = this.parts;
    const { id, at, startedAs = '', handedAt = at, state } = prompt;
    const { transcriptPath = '', lastPrompt } = session(startedAs) ?? {};
    const found = transcriptPath === '' ? undefined : await findReadTime(transcriptPath, prompt);
    // The first prompt may be far from the end of a long transcript.
    const readAt = found ?? (lastPrompt === undefined ? undefined : handedAt);
    if (readAt !== undefined) {
      await queues.change(queue, (stored) => markRead(stored, id, readAt));
      return;
    }
    const claim = await claims.read(startedAs);
    const waitedMs = clock() - handedAt;
    if (claim?.problem !== undefined) {
      const problem = plainLine(claim.problem, problemLength);
      await this.requeue(queue, prompt, { held: true, problem });
    } else if (state === 'uncertain') {
      return;
    } else if (claim === undefined) {
      if (waitedMs >= claimTimeoutMs && (await claims.claim(startedAs)))
        await this.requeue(queue, prompt);
    } else if (waitedMs >= startTimeoutMs) {
      await queues.change(queue, (stored) => markUncertain(stored, id, clock()));
    }
  }

  /** Queues a prompt again whose session was certainly not started. */
  private async requeue(
    queue: string,
    { id, startedAs }: Prompt,
    changes: Pick<Prompt, 'held' | 'problem'> = {},
  ): Promise<void> {
    await this.parts.queues.change(queue, (stored) =>
      updatePrompt(stored, id, ['handedOver', 'uncertain'], (prompt) =>
        prompt.startedAs === startedAs
          ? { ...toQueued(prompt, this.parts.clock()), ...changes }
          : prompt,
      ),
    );
  }
}

/** Returns where a prompt starts a session; undefined if this version does not know its fields. */
function targetOf(prompt: Prompt): NewSessionTarget | undefined {
  const followUp = followUpOf(prompt);
  return followUp === 'unknown' ? undefined : followUp?.newSession;
}
