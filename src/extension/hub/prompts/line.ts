import * as z from '../../../shared/protocol/schema';
import {
  maxPromptsInLine,
  promptStateSchema,
  promptWaySchema,
  type PromptChange,
  type PromptWay,
} from '../../../shared/protocol/prompts';
import { sealSchema } from '../../../shared/protocol/keys';
import { promptText } from '../../../shared/text/promptLimits';
import { promptFault } from '../../../shared/words/promptFault';

const time = z.number();

/** Under what a person signed the words of a prompt; see `Seals`. */
const promptSignatureSchema = z.object({
  kind: z.enum(['add', 'edit']),
  /** The name of the hub's start that took it. */
  hub: z.string(),
  window: z.string(),
  seal: sealSchema,
});
export type PromptSignature = z.infer<typeof promptSignatureSchema>;

const promptSchema = z.object({
  id: z.string(),
  text: z.string(),
  state: promptStateSchema,
  way: z.optional(promptWaySchema),
  /** When it came into this state, ms since 1970. */
  at: time,
  /** When it was handed over. */
  handedAt: z.optional(time),
  signed: z.catch(z.optional(promptSignatureSchema), undefined),
});
export type Prompt = z.infer<typeof promptSchema>;

export const lineSchema = z.object({
  prompts: z.array(promptSchema),
  /** When a person last let the line go on, ms since 1970. */
  releasedAt: time,
});
/** The prompts of one session: the last one that was read, one that is on its way, those in line. */
export type Line = z.infer<typeof lineSchema>;

export const emptyLine: Line = { prompts: [], releasedAt: 0 };

/** Why a change is not made. */
export type Unfit = 'full' | 'empty' | 'untypable' | 'gone';

/** The line after a person's change. Pure. */
export function changed(
  line: Line,
  change: PromptChange,
  now: number,
  by?: Omit<PromptSignature, 'kind'>,
): Line | Unfit {
  const signed = (kind: PromptSignature['kind']) => by && { signed: { kind, ...by } };
  switch (change.kind) {
    case 'add': {
      if (line.prompts.some(({ id }) => id === change.id)) return line;
      if (line.prompts.length >= maxPromptsInLine) return 'full';
      const text = promptText(change.text);
      if (text === '') return 'empty';
      if (promptFault(text) !== undefined) return 'untypable';
      const added: Prompt = { id: change.id, text, state: 'queued', at: now, ...signed('add') };
      return { prompts: [...line.prompts, added], releasedAt: now };
    }
    case 'edit': {
      const text = promptText(change.text);
      if (text === '') return 'empty';
      if (promptFault(text) !== undefined) return 'untypable';
      return withOne(line, change.id, ['queued'], (prompt) => ({
        ...prompt,
        text,
        ...signed('edit'),
      }));
    }
    case 'move':
      return moved(line, change.id, change.by);
    case 'remove': {
      const { prompts } = line;
      const left = prompts.filter(({ id, state }) => id !== change.id || state === 'handedOver');
      return left.length < prompts.length ? { ...line, prompts: left } : 'gone';
    }
    case 'again': {
      const again = withOne(line, change.id, ['uncertain'], (prompt) => unsent(prompt, now));
      return typeof again === 'string' ? again : { ...again, releasedAt: now };
    }
    case 'go':
      return { ...line, releasedAt: now };
  }
}

/** Undefined while one before it is on its way or uncertain. */
export function nextOf(line: Line): Prompt | undefined {
  const first = line.prompts.find(({ state }) => state !== 'read');
  return first?.state === 'queued' ? first : undefined;
}

/** The prompt of which nobody knows yet that it was read. */
export function openOf(line: Line): Prompt | undefined {
  return line.prompts.find(({ state }) => state === 'handedOver' || state === 'uncertain');
}

/** When the session took its last prompt from here; it has to have rested again before the next. */
export function lastReadAt(line: Line): number {
  return Math.max(0, ...line.prompts.filter(({ state }) => state === 'read').map(({ at }) => at));
}

export function handedOver(line: Line, id: string, way: PromptWay, now: number): Line | Unfit {
  const handed = { state: 'handedOver', way, at: now, handedAt: now } as const;
  return withOne(line, id, ['queued'], (prompt) => ({ ...prompt, ...handed }));
}

/** Those that were read before are history. */
export function read(line: Line, id: string, at: number): Line | Unfit {
  const left = { ...line, prompts: line.prompts.filter(({ state }) => state !== 'read') };
  return withOne(left, id, ['handedOver', 'uncertain'], (prompt) => ({
    ...prompt,
    state: 'read',
    at,
  }));
}

export function doubted(line: Line, id: string, now: number): Line | Unfit {
  return withOne(line, id, ['handedOver'], (prompt) => ({
    ...prompt,
    state: 'uncertain',
    at: now,
  }));
}

/** In line again, as if it had not left. */
export function unsent({ id, text, signed }: Prompt, at: number): Prompt {
  return { id, text, state: 'queued', at, ...(signed && { signed }) };
}

function withOne(
  line: Line,
  id: string,
  states: readonly Prompt['state'][],
  edit: (prompt: Prompt) => Prompt,
): Line | Unfit {
  const there = line.prompts.find((prompt) => prompt.id === id);
  if (there === undefined || !states.includes(there.state)) return 'gone';
  const prompts = line.prompts.map((prompt) => (prompt === there ? edit(prompt) : prompt));
  return { ...line, prompts };
}

/** Never past one that is on its way. */
function moved(line: Line, id: string, by: 1 | -1): Line | Unfit {
  const prompts = [...line.prompts];
  const from = prompts.findIndex((prompt) => prompt.id === id);
  const [prompt, other] = [prompts[from], prompts[from + by]];
  if (prompt?.state !== 'queued') return 'gone';
  if (other?.state !== 'queued') return line;
  prompts[from] = other;
  prompts[from + by] = prompt;
  return { ...line, prompts };
}
