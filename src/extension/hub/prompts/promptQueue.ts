import * as z from '../../../shared/protocol/schema';
import {
  maxPromptsInLine,
  promptStateSchema,
  promptRouteSchema,
  type PromptChange,
  type PromptRoute,
} from '../../../shared/protocol/prompts';
import { sealSchema } from '../../../shared/protocol/keys';
import { promptText } from '../../../shared/text/promptLimits';
import { promptFault } from '../../../shared/words/promptFault';
import { canStartSession, editedFollowUp, followUpOf, newFollowUp } from './followUps';

const time = z.number();

/** Time in ms after which a prompt without confirmation becomes uncertain. */
export const uncertainAfterMs = 10_000;

/**
 * A person's signature of a prompt, with the kind of change, the hub start and the window that it
 * covers; see `Seals`.
 */
const promptSignatureSchema = z.object({
  kind: z.enum(['add', 'edit']),
  /** Id of the run of the hub that accepted the prompt; each start of a hub makes a new one. */
  hub: z.string(),
  window: z.string(),
  seal: sealSchema,
});
export type PromptSignature = z.infer<typeof promptSignatureSchema>;

const promptSchema = z.object({
  id: z.string(),
  text: z.string(),
  state: promptStateSchema,
  way: z.optional(promptRouteSchema),
  /** Time of the last state change, in ms since 1970. */
  at: time,
  /** Time when the prompt was handed over, in ms since 1970. */
  handedAt: z.optional(time),
  /**
   * Reset time of a limit, in ms since 1970; the prompt is not sent before. Signed together with
   * the text.
   */
  dueAt: z.optional(time),
  /**
   * Fields of a follow-up as signed; fields that a different version wrote are retained, see
   * `followUpOf`.
   */
  when: z.optional(z.unknown()),
  repeat: z.optional(z.unknown()),
  from: z.optional(z.unknown()),
  newSession: z.optional(z.unknown()),
  /** Id of the session that is started with the prompt, from its hand-over on. */
  startedAs: z.optional(z.string()),
  /** Why that session could not be started, as a sentence. */
  problem: z.optional(z.string()),
  /** The condition counts only if it comes true after this time, in ms since 1970. */
  since: z.optional(time),
  /**
   * The last result of examining the condition, if its fact has no time; absent before the first
   * examination.
   */
  base: z.optional(z.boolean()),
  /** Time at which the condition came true, in ms since 1970; written before the prompt is sent. */
  metAt: z.optional(time),
  /** True if a person holds the follow-up back. */
  held: z.optional(z.boolean()),
  /** Number of times that a repeating follow-up was sent. */
  sent: z.optional(z.number()),
  /**
   * Earliest time at which the session received a repeating follow-up that waits again, in ms since
   * 1970.
   */
  sentAt: z.optional(time),
  /** The text that was sent, if it differs from the signed one. */
  sentText: z.optional(z.string()),
  signed: z.catch(z.optional(promptSignatureSchema), undefined),
});
export type Prompt = z.infer<typeof promptSchema>;

export const promptQueueSchema = z.object({
  prompts: z.array(promptSchema),
  /** When a person last let the queue continue, in ms since 1970. */
  releasedAt: time,
});
/**
 * The prompts of one session: the last one read, one that is being delivered, and the queued ones.
 */
export type PromptQueue = z.infer<typeof promptQueueSchema>;

export const emptyQueue: PromptQueue = { prompts: [], releasedAt: 0 };

/** Reason why a change of the queue is refused. */
export type PromptChangeFault = 'full' | 'empty' | 'untypable' | 'gone' | 'condition';

/** Returns whether a prompt starts a session, instead of reaching the session of its queue. */
export function startsSession({ newSession }: Prompt): boolean {
  return newSession !== undefined;
}

/** Returns whether the prompt with that id starts a session. */
function startsSessionWithId({ prompts }: PromptQueue, id: string): boolean {
  return prompts.some((prompt) => prompt.id === id && startsSession(prompt));
}

/**
 * Returns whether a change sends a prompt without waiting for a condition, so that its session may
 * have to be resumed.
 */
export function sendsNow(queue: PromptQueue, change: PromptChange): boolean {
  if (change.kind === 'add') return change.when === undefined;
  return (
    change.kind === 'go' || (change.kind === 'again' && !startsSessionWithId(queue, change.id))
  );
}

/** Returns the prompt with that id if a person can send it before its turn in the queue. */
export function steerablePrompt(queue: PromptQueue, id: string): Prompt | undefined {
  if (unconfirmedPrompt(ownQueue(queue)) !== undefined) return undefined;
  return queue.prompts.find(
    ({ id: own, state, when, dueAt }) =>
      own === id && state === 'queued' && when === undefined && dueAt === undefined,
  );
}

/** Returns the queue without the prompts that start other sessions. */
export function ownQueue(queue: PromptQueue): PromptQueue {
  if (!queue.prompts.some(startsSession)) return queue;
  return { ...queue, prompts: queue.prompts.filter((prompt) => !startsSession(prompt)) };
}

/** Returns the queue after a person's change. Pure. */
export function changeQueue(
  queue: PromptQueue,
  change: PromptChange,
  now: number,
  by?: Omit<PromptSignature, 'kind'>,
): PromptQueue | PromptChangeFault {
  const signed = (kind: PromptSignature['kind']) => by && { signed: { kind, ...by } };
  switch (change.kind) {
    case 'add': {
      if (queue.prompts.some(({ id }) => id === change.id)) return queue;
      if (queue.prompts.length >= maxPromptsInLine) return 'full';
      if (change.newSession !== undefined && !canStartSession(change)) return 'condition';
      const text = promptText(change.text);
      if (text === '') return 'empty';
      if (promptFault(text) !== undefined) return 'untypable';
      const added: Prompt = {
        id: change.id,
        text,
        state: 'queued',
        at: now,
        ...newFollowUp(change, now),
        ...signed('add'),
      };
      if (change.dueAt !== undefined)
        return withResetPrompt(queue, { ...added, dueAt: change.dueAt });
      // Adding a follow-up does not resume a queue that waits for its person.
      const releasedAt = change.when === undefined ? now : queue.releasedAt;
      return { prompts: [...queue.prompts, added], releasedAt };
    }
    case 'edit': {
      const text = promptText(change.text);
      if (text === '') return 'empty';
      if (promptFault(text) !== undefined) return 'untypable';
      // The signature of an edit does not cover `dueAt`, so a prompt with a due time cannot be
      // edited.
      if (queue.prompts.some(({ id, dueAt }) => id === change.id && dueAt !== undefined))
        return 'gone';
      const prompt = queue.prompts.find(({ id }) => id === change.id);
      const edited = prompt && editedFollowUp(prompt, change, now);
      if (edited === undefined) return 'gone';
      return updatePrompt(queue, change.id, ['queued'], () => ({
        ...edited,
        text,
        ...signed('edit'),
      }));
    }
    case 'hold': {
      const { held } = change;
      const isFollowUp = queue.prompts.some(
        ({ id, when }) => id === change.id && when !== undefined,
      );
      if (!isFollowUp) return 'gone';
      return updatePrompt(queue, change.id, ['queued'], ({ problem: _problem, ...prompt }) => ({
        ...prompt,
        held,
      }));
    }
    case 'move':
      return movePrompt(queue, change);
    case 'remove': {
      const { prompts } = queue;
      const left = prompts.filter(({ id, state }) => id !== change.id || state === 'handedOver');
      return left.length < prompts.length ? { ...queue, prompts: left } : 'gone';
    }
    case 'again': {
      const queuedAgain = updatePrompt(queue, change.id, ['uncertain'], (prompt) =>
        toQueued(prompt, now),
      );
      if (typeof queuedAgain === 'string' || startsSessionWithId(queue, change.id))
        return queuedAgain;
      return { ...queuedAgain, releasedAt: now };
    }
    case 'steer':
      return 'gone'; // Delivery alone can send it.
    case 'go':
      return { ...queue, releasedAt: now };
  }
}

/**
 * Adds a prompt that waits for a limit's reset before all queued ones, replacing an earlier such
 * prompt.
 */
function withResetPrompt(queue: PromptQueue, timed: Prompt): PromptQueue {
  const others = queue.prompts.filter((prompt) => !waitsForReset(prompt));
  const ahead = others.filter(({ state }) => state !== 'queued');
  const queued = others.filter(({ state }) => state === 'queued');
  return { ...queue, prompts: [...ahead, timed, ...queued] };
}

/** Returns whether a prompt waits for a limit's reset. */
export function waitsForReset({ state, dueAt }: Prompt): boolean {
  return state === 'queued' && dueAt !== undefined;
}

/**
 * Returns the next prompt to send, skipping those that are not due; undefined while an earlier one
 * is being delivered or uncertain.
 */
export function nextPrompt(
  queue: PromptQueue,
  isDue: (prompt: Prompt) => boolean = () => true,
): Prompt | undefined {
  const first = queue.prompts.find((prompt) => prompt.state !== 'read' && isDue(prompt));
  return first?.state === 'queued' ? first : undefined;
}

/** Removes the prompt that waits for a limit's reset, because the session continued before it. */
export function withoutResetPrompt(queue: PromptQueue): PromptQueue | PromptChangeFault {
  const prompts = queue.prompts.filter((prompt) => !waitsForReset(prompt));
  return prompts.length < queue.prompts.length ? { ...queue, prompts } : 'gone';
}

/** Queues a read prompt for a limit's reset again, because its turn met another limit. */
export function withResetPromptAgain(
  queue: PromptQueue,
  now: number,
): PromptQueue | PromptChangeFault {
  const done = queue.prompts.find(({ state, dueAt }) => state === 'read' && dueAt !== undefined);
  if (done === undefined || queue.prompts.some(waitsForReset)) return 'gone';
  const others = queue.prompts.filter((prompt) => prompt !== done);
  return withResetPrompt({ ...queue, prompts: others }, toQueued(done, now));
}

/** Clears the due time of a read prompt, because its turn ended without another limit. */
export function withoutDueTime(queue: PromptQueue): PromptQueue {
  const prompts = queue.prompts.map((prompt) => {
    const { dueAt, ...rest } = prompt;
    return prompt.state === 'read' && dueAt !== undefined ? rest : prompt;
  });
  return { ...queue, prompts };
}

/** Returns the prompt that was handed over without confirmation that the session has read it. */
export function unconfirmedPrompt(queue: PromptQueue): Prompt | undefined {
  return queue.prompts.find(({ state }) => state === 'handedOver' || state === 'uncertain');
}

/**
 * Returns the earliest time at which the session may have received its last prompt from this queue;
 * the session must have rested since then before the next prompt is sent. The hook that reports a
 * prompt may run after its turn has ended, so the time of the hand-over is used if it is earlier.
 */
export function lastDeliveryTime(queue: PromptQueue): number {
  return Math.max(
    0,
    ...queue.prompts.map((prompt) =>
      prompt.state === 'read' ? deliveryTime(prompt) : (prompt.sentAt ?? 0),
    ),
  );
}

/**
 * Returns the earliest time at which the session may have received a read prompt, in ms since 1970.
 */
export function deliveryTime({ at, handedAt = at }: Prompt): number {
  return Math.min(at, handedAt);
}

export function markHandedOver(
  queue: PromptQueue,
  id: string,
  way: PromptRoute,
  now: number,
  sentText?: string,
): PromptQueue | PromptChangeFault {
  const handed = { state: 'handedOver', way, at: now, handedAt: now } as const;
  return updatePrompt(queue, id, ['queued'], (prompt) => ({
    ...prompt,
    ...handed,
    ...(prompt.repeat !== undefined && { sent: (prompt.sent ?? 0) + 1 }),
    ...(sentText !== undefined && sentText !== prompt.text && { sentText }),
  }));
}

/**
 * Marks a prompt as read, and removes the one of its kind read before. A repeating follow-up waits for its
 * condition again until its maximum is reached.
 */
export function markRead(
  queue: PromptQueue,
  id: string,
  at: number,
): PromptQueue | PromptChangeFault {
  const starts = startsSessionWithId(queue, id);
  const left = {
    ...queue,
    prompts: queue.prompts.filter(
      (prompt) => prompt.state !== 'read' || startsSession(prompt) !== starts,
    ),
  };
  return updatePrompt(left, id, ['handedOver', 'uncertain'], (prompt) => {
    const done = { ...prompt, state: 'read', at } as const;
    const followUp = followUpOf(prompt);
    if (followUp === undefined || followUp === 'unknown') return done;
    if ((prompt.sent ?? 0) >= (followUp.max ?? 0)) return done;
    const { metAt: _metAt, base: _base, sentText: _sentText, ...waiting } = toQueued(prompt, at);
    const sentAt = deliveryTime(done);
    return { ...waiting, sent: prompt.sent ?? 0, since: sentAt, sentAt };
  });
}

export function markUncertain(
  queue: PromptQueue,
  id: string,
  now: number,
): PromptQueue | PromptChangeFault {
  return updatePrompt(queue, id, ['handedOver'], (prompt) => ({
    ...prompt,
    state: 'uncertain',
    at: now,
  }));
}

/** Resets a prompt to the queued state; one that was handed over is not counted as sent. */
export function toQueued(prompt: Prompt, at: number): Prompt {
  const {
    way: _way,
    handedAt: _handedAt,
    sentText: _sentText,
    startedAs: _startedAs,
    ...others
  } = prompt;
  const { sent, ...kept } = others;
  const isCounted = sent !== undefined && prompt.state !== 'queued';
  return {
    ...kept,
    state: 'queued',
    at,
    ...(sent !== undefined && { sent: isCounted ? sent - 1 : sent }),
  };
}

export function updatePrompt(
  queue: PromptQueue,
  id: string,
  states: readonly Prompt['state'][],
  edit: (prompt: Prompt) => Prompt,
): PromptQueue | PromptChangeFault {
  const found = queue.prompts.find((prompt) => prompt.id === id);
  if (found === undefined || !states.includes(found.state)) return 'gone';
  const prompts = queue.prompts.map((prompt) => (prompt === found ? edit(prompt) : prompt));
  return { ...queue, prompts };
}

/**
 * Moves a prompt past its neighbour, or past the prompt `past`; unchanged if that is not queued, or
 * not in this direction.
 */
function movePrompt(
  queue: PromptQueue,
  { id, by, past }: Extract<PromptChange, { readonly kind: 'move' }>,
): PromptQueue | PromptChangeFault {
  const { prompts } = queue;
  const from = prompts.findIndex((prompt) => prompt.id === id);
  const prompt = prompts[from];
  if (prompt?.state !== 'queued') return 'gone';
  const to = past === undefined ? from + by : prompts.findIndex((one) => one.id === past);
  if (prompts[to]?.state !== 'queued' || Math.sign(to - from) !== by) return queue;
  return { ...queue, prompts: prompts.toSpliced(from, 1).toSpliced(to, 0, prompt) };
}
