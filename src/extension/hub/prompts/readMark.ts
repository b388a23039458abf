import { open } from 'node:fs/promises';
import * as z from '../../../shared/protocol/schema';
import type { Prompt } from './promptQueue';

/** Bytes at the end of a transcript that are searched for a prompt. */
const lookedAt = 1024 * 1024;
/** The client's clock and the hub's are one, but its times are taken at another moment, in ms. */
const slackMs = 2_000;

const content = z.union([
  z.string(),
  z.pipe(
    z.array(z.looseObject({ text: z.optional(z.string()) })),
    z.transform((parts) => parts.map(({ text = '' }) => text).join('\n')),
  ),
]);
const promptQueueSchema = z.looseObject({
  type: z.enum(['user', 'queue-operation', 'attachment']),
  timestamp: z.iso.datetime({ offset: true }),
  message: z.optional(z.looseObject({ content })),
  content: z.optional(z.string()),
  attachment: z.optional(z.looseObject({ prompt: z.optional(content) })),
});

/** How the client begins what its hooks and its own background work tell the agent. */
const notification = '<task-notification>';

/** Letters up to which a prompt must be the end of what was taken; a longer one is not in it by chance. */
const shortLength = 40;

/**
 * Whether what a session took is that prompt. The client may change white space and put words of its
 * own around a long text or one that a hook said; what stood in the input box comes before it.
 */
export function holds(taken: string, { text, way }: Pick<Prompt, 'text' | 'way'>): boolean {
  const isNotification = taken.trimStart().startsWith(notification);
  if (isNotification !== (way === 'hook')) return false;
  const [all, part] = [squeezed(taken), squeezed(text)];
  const isTelling = isNotification || part.length > shortLength;
  return isTelling ? all.includes(part) : all.endsWith(part);
}

/** When the transcript says that the prompt was taken, ms since 1970; undefined where it does not. */
export async function readMark(transcript: string, prompt: Prompt): Promise<number | undefined> {
  const from = (prompt.handedAt ?? prompt.at) - slackMs;
  for (const line of (await endOf(transcript)).split('\n').toReversed()) {
    const parsed = promptQueueSchema.safeParse(parse(line));
    if (!parsed.success) continue;
    const { timestamp, message, content: queued, attachment } = parsed.data;
    const at = Date.parse(timestamp);
    if (at < from) return undefined;
    const told = [message?.content, queued, attachment?.prompt].filter((one) => one !== undefined);
    if (told.some((one) => holds(one, prompt))) return at;
  }
  return undefined;
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/gu, '');
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // Cut, or half written.
  }
}

async function endOf(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return '';
  try {
    const { size } = await file.stat();
    const length = Math.min(size, lookedAt);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close();
  }
}
