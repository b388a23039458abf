import { shownPromptLength, type PromptCard } from '../../../shared/protocol/prompts';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { ShownCondition } from '../../../shared/protocol/session/followUp';
import type { FollowUpReason } from '../../../shared/text/followUps';
import { fieldsOf, textOf } from '../../../shared/text/fields';
import { truncateText } from '../../../shared/text/truncate';
import { dueTime } from './limitWait';
import { waitsForReset, type Prompt } from './promptQueue';

/**
 * Returns a prompt in the form that the card of its session shows; `waitsFor` is the reason why a
 * follow-up is not sent.
 */
export function cardOfPrompt(
  prompt: Prompt,
  session: LiveSession,
  isForeign: boolean,
  waitsFor?: FollowUpReason,
): PromptCard {
  const { id, text, state, way, at, from, startedAs } = prompt;
  return {
    id,
    text: truncateText(text, shownPromptLength),
    whole: text.length <= shownPromptLength,
    state,
    ...(way !== undefined && { way }),
    ...(isForeign && { isForeign }),
    at: new Date(at).toISOString(),
    ...(waitsForReset(prompt) && { dueAt: new Date(dueTime(prompt, session)).toISOString() }),
    ...(prompt.when !== undefined && { when: shownCondition(prompt.when) }),
    ...(typeof from === 'string' && { from }),
    ...(startedAs !== undefined && { startedAs }),
    ...followUpState(prompt, waitsFor),
  };
}

/** Returns the state of a follow-up in the form that a card shows. */
export function followUpState(
  { repeat, sent = 0, metAt, held, newSession, problem }: Prompt,
  waitsFor: FollowUpReason | undefined,
): Pick<PromptCard, 'repeat' | 'metAt' | 'held' | 'waitsFor' | 'newSession' | 'problem'> {
  const { max } = fieldsOf(repeat);
  const { folder, worktree } = fieldsOf(newSession);
  return {
    ...(typeof max === 'number' && { repeat: { max, sent } }),
    ...(metAt !== undefined && { metAt: new Date(metAt).toISOString() }),
    ...(held === true && { held }),
    ...(waitsFor !== undefined && { waitsFor }),
    ...(newSession !== undefined && {
      newSession: { folder: textOf(folder), ...(worktree === true && { worktree }) },
    }),
    ...(problem !== undefined && { problem }),
  };
}

/**
 * Returns a stored condition for display, even if a different version of the extension wrote it.
 */
export function shownCondition(when: unknown): ShownCondition {
  const { kind, at, of, fact } = fieldsOf(when);
  return {
    kind: textOf(kind),
    ...(typeof at === 'number' && { at }),
    ...(typeof of === 'string' && { of }),
    ...(typeof fact === 'string' && { fact }),
  };
}
