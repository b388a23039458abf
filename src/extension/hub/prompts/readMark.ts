import { takenPrompts } from '../../agents/claude/catalogue/takenPrompts';
import { isTaskNotification } from '../../agents/claude/texts/promptMarks';
import type { Prompt } from './promptQueue';

/** The client's clock and the hub's are one, but its times are taken at another moment, in ms. */
const slackMs = 2_000;

/** Letters up to which a prompt must be the end of what was taken; a longer one is not in it by chance. */
const shortLength = 40;

/**
 * Whether what a session took is that prompt. The client may change white space and put words of its
 * own around a long text or one that a hook said; what stood in the input box comes before it.
 */
export function holds(taken: string, { text, way }: Pick<Prompt, 'text' | 'way'>): boolean {
  if (isTaskNotification(taken) !== (way === 'hook')) return false;
  const [all, part] = [squeezed(taken), squeezed(text)];
  const isTelling = way === 'hook' || part.length > shortLength;
  return isTelling ? all.includes(part) : all.endsWith(part);
}

/** When the transcript says that the prompt was taken, ms since 1970; undefined where it does not. */
export async function readMark(transcript: string, prompt: Prompt): Promise<number | undefined> {
  const from = (prompt.handedAt ?? prompt.at) - slackMs;
  for await (const { at, texts } of takenPrompts(transcript)) {
    if (at < from) return undefined;
    if (texts.some((text) => holds(text, prompt))) return at;
  }
  return undefined;
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/gu, '');
}
