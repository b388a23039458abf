import { shownPromptLength, type PromptCard } from '../../../shared/protocol/prompts';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { firstOf } from '../domain/words/clip';
import { dueTime } from './limitWait';
import { isTimed, type Prompt } from './promptQueue';

/** Returns a prompt as the card of its session shows it. */
export function cardOfPrompt(prompt: Prompt, session: LiveSession, isForeign: boolean): PromptCard {
  const { id, text, state, way, at } = prompt;
  return {
    id,
    text: firstOf(text, shownPromptLength),
    whole: text.length <= shownPromptLength,
    state,
    ...(way !== undefined && { way }),
    ...(isForeign && { isForeign }),
    at: new Date(at).toISOString(),
    ...(isTimed(prompt) && { dueAt: new Date(dueTime(prompt, session)).toISOString() }),
  };
}
