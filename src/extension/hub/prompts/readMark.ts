import { takenPrompts } from '../../agents/claude/catalogue/takenPrompts';
import { isTaskNotification } from '../../agents/claude/texts/promptMarks';
import type { Prompt } from './promptQueue';

/**
 * Tolerance between the client's time stamps and the hub's, in ms; both use one clock, but read it
 * at different moments.
 */
const slackMs = 2_000;

/**
 * Up to this length a prompt must end the taken text; a longer one is contained in it only if it
 * was sent.
 */
const shortLength = 40;

/**
 * Returns whether a text that a session took is that prompt. The client may change white space and
 * surround a long text or one from a hook with its own words; text already in the input box
 * precedes it.
 */
export function matchesPrompt(
  taken: string,
  { text, sentText = text, way }: Pick<Prompt, 'text' | 'sentText' | 'way'>,
): boolean {
  if (isTaskNotification(taken) !== (way === 'hook')) return false;
  const [all, part] = [withoutWhitespace(taken), withoutWhitespace(sentText)];
  const isTelling = way === 'hook' || part.length > shortLength;
  return isTelling ? all.includes(part) : all.endsWith(part);
}

/**
 * Returns when the prompt was taken according to the transcript, in ms since 1970; undefined if it
 * is not in it.
 */
export async function readMark(transcript: string, prompt: Prompt): Promise<number | undefined> {
  const from = (prompt.handedAt ?? prompt.at) - slackMs;
  for await (const { at, texts } of takenPrompts(transcript)) {
    if (at < from) return undefined;
    if (texts.some((text) => matchesPrompt(text, prompt))) return at;
  }
  return undefined;
}

function withoutWhitespace(text: string): string {
  return text.replaceAll(/\s+/gu, '');
}
