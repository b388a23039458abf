import type { DeliveredPrompt, ReceivedText } from '../../agents/transcripts/format';
import type { Prompt } from './promptQueue';

/**
 * Tolerance in ms between time stamps of the client and the hub: they use one clock, but read it at
 * different moments.
 */
const clockToleranceMs = 2_000;

/**
 * Maximum length, in characters without white space, of a prompt that must be at the end of the
 * received text. A longer prompt may be anywhere in the text: it is not there by chance.
 */
const maxShortLength = 40;

/**
 * Returns whether a text that a session received contains the prompt. The client may change white
 * space and wrap a long text, or one from a hook, in its own text; text that was already in the
 * input box precedes the prompt.
 */
export function matchesPrompt(
  { text: receivedText, isNotification }: ReceivedText,
  { text, sentText = text, way }: Pick<Prompt, 'text' | 'sentText' | 'way'>,
): boolean {
  if (isNotification !== undefined && isNotification !== (way === 'hook')) return false;
  const [received, sent] = [withoutWhitespace(receivedText), withoutWhitespace(sentText)];
  const isDistinctive = isNotification === true || sent.length > maxShortLength;
  return isDistinctive ? received.includes(sent) : received.endsWith(sent);
}

/**
 * Returns when the session received the prompt, in ms since 1970; undefined if it is none of the
 * prompts that the transcript shows, latest first.
 */
export async function findReadTime(
  delivered: AsyncIterable<DeliveredPrompt>,
  prompt: Prompt,
): Promise<number | undefined> {
  const from = (prompt.handedAt ?? prompt.at) - clockToleranceMs;
  for await (const { at, texts } of delivered) {
    if (at < from) return undefined;
    if (texts.some((text) => matchesPrompt(text, prompt))) return at;
  }
  return undefined;
}

function withoutWhitespace(text: string): string {
  return text.replaceAll(/\s+/gu, '');
}
