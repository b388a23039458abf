import { agentLabel, canPromptAgent } from '../../shared/agents/agentLabels';
import { isAtWork } from '../../shared/presentation';
import { t } from '../../shared/words/l10n';
import type { ControlCard } from '../../shared/messages/pageMessages';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { PromptCard, PromptChange, PromptRoute } from '../../shared/protocol/prompts';
import { isControlled, canReceivePrompts } from '../../shared/actions/cardFacts';
import { newSessionStart } from '../../shared/board/newSessionText';
import type { SessionLookup } from '../../shared/board/hubIds';
import {
  followUpStatus,
  parseShownCondition,
  promptCondition,
  withSource,
} from '../../shared/board/queuedFollowUps';

/** State of a prompt as text; `time` is when it entered the state, or when it is due. */
export function promptStateText(
  { state, way, isForeign, dueAt, newSession }: PromptCard,
  time: string,
): string {
  if (newSession !== undefined && state !== 'queued') return startText(state, time);
  if (state === 'queued' && isForeign === true) {
    return t('Queued, but not as you wrote it: the queue’s file was changed, or is older');
  }
  switch (state) {
    case 'queued':
      return dueAt === undefined ? t('Queued') : t('Sent at {0}, when the limit has reset', time);
    case 'handedOver':
      return textForWay(way, {
        hook: t('Sent (via hook)'),
        runner: t('Sent'),
        terminal: t('Sent (via terminal)'),
      });
    case 'uncertain':
      return textForWay(way, {
        hook: t('Sent (via hook); delivery unconfirmed'),
        runner: t('Sent; delivery unconfirmed'),
        terminal: t('Sent (via terminal); delivery unconfirmed'),
      });
    case 'read':
      return textForWay(way, {
        hook: t('Delivered {0} (via hook)', time),
        runner: t('Delivered {0}', time),
        terminal: t('Delivered {0} (via terminal)', time),
      });
  }
}

/** State of a prompt that starts a session. */
function startText(state: Exclude<PromptCard['state'], 'queued'>, time: string): string {
  switch (state) {
    case 'handedOver':
      return t('Starting a new session');
    case 'uncertain':
      return t('A new session may have started with it. Look for it before you start another one.');
    case 'read':
      return t('Started a new session {0}', time);
  }
}

function textForWay(way: PromptCard['way'], texts: Readonly<Record<PromptRoute, string>>): string {
  return texts[way ?? 'terminal'];
}

/** The condition of a queued follow-up, and why it waits; undefined for a different prompt. */
export function conditionText(
  { sessionId }: Pick<LiveSession, 'sessionId'>,
  prompt: PromptCard,
  find: SessionLookup,
  now: number,
): string | undefined {
  const { when, state, newSession } = prompt;
  if (when === undefined || state !== 'queued') return undefined;
  if (parseShownCondition(when) === undefined) return unknownCondition();
  const condition = promptCondition(
    sessionId,
    newSession === undefined ? when : withSource(when, sessionId),
    find,
    now,
  );
  const words =
    newSession === undefined ? t('Sent {0}', condition) : newSessionStart(newSession, condition);
  return [words, ...followUpStatus(prompt, now)].join(' · ');
}

export const unknownCondition = () =>
  t('This version doesn’t know the condition of this prompt. It can be held or removed here.');

/**
 * True for a follow-up whose place in the queue does not matter: its condition has not come true,
 * or it starts a session.
 */
export function isAwaiting({ state, when, metAt, newSession }: PromptCard): boolean {
  if (state !== 'queued' || when === undefined) return false;
  return metAt === undefined || newSession !== undefined;
}

type Move = Extract<PromptChange, { readonly kind: 'move' }>;

/** Changes that move a prompt up and down, past those that wait for a condition. */
export function movesOf(
  prompts: readonly PromptCard[],
  prompt: PromptCard,
): { readonly up?: Move; readonly down?: Move } {
  const isMovable = (one: PromptCard): boolean =>
    one.state === 'queued' && one.dueAt === undefined && !isAwaiting(one);
  if (!isMovable(prompt)) return {};
  const at = prompts.indexOf(prompt);
  const move = (by: 1 | -1, past: PromptCard | undefined): Move | undefined =>
    past && {
      kind: 'move',
      id: prompt.id,
      by,
      ...(prompts[at + by] !== past && { past: past.id }),
    };
  const up = move(-1, prompts.slice(0, at).findLast(isMovable));
  const down = move(1, prompts.slice(at + 1).find(isMovable));
  return { ...(up && { up }), ...(down && { down }) };
}

/** True for a prompt that the session may have received, for which its queue waits. */
export function isUncertain({ state, newSession }: PromptCard): boolean {
  return state === 'uncertain' && newSession === undefined;
}

/** Reason why the queue waits; undefined if it does not. */
export function waitText(session: LiveSession): string | undefined {
  const { prompting } = session;
  switch (prompting?.waitsFor) {
    case 'turn':
      return t('The next one is sent after this turn.');
    case 'person':
      return prompting.prompts.some(isUncertain)
        ? t('The queue waits for the previous prompt.')
        : t('The last turn failed or was interrupted, so the queue waits for you.');
    case 'confirm':
      return t('The next one wasn’t written in an accepted window: review it before it is sent.');
    case 'way':
      return isAtWork(session)
        ? t('The next one is sent after this turn.')
        : t('The next one is sent after its next turn; type in its terminal to start one.');
    case 'dialog':
      return t(
        'Claude Code asks in the terminal what to do about the limit. Close that, and the queue continues.',
      );
    case 'limit':
      return undefined; // The prompt's own text has the time at which it is sent.
    case 'session':
      return t('This session is no longer running.');
    case 'control':
      return t('No window can send prompts to this session.');
    case undefined:
      return undefined;
  }
}

/** Reason why no prompt can be sent from here; undefined if sending is possible. */
export function reasonAgainstPrompts(
  session: LiveSession | undefined,
  control: ControlCard,
): string | undefined {
  if (session === undefined) return t('This session is no longer on the board.');
  if (!isControlled(control, session))
    return t('Prompts can’t be sent from this window right now.');
  if (canReceivePrompts(session)) return undefined;
  return unreachableText(session) ?? t('This session can’t take a prompt right now.');
}

/**
 * Reason why no prompt reaches a session whose agent takes prompts only through a server of its
 * own; undefined for any other.
 */
export function unreachableText(session: LiveSession): string | undefined {
  if (canPromptAgent(session) || canReceivePrompts(session)) return undefined;
  const label = agentLabel(session.agent);
  return session.pid === undefined
    ? t('Prompts can’t be sent from here: {0}’s server isn’t running this session.', label)
    : t(
        'Prompts can’t be sent from here: this session runs in a process of its own, without {0}’s server.',
        label,
      );
}
