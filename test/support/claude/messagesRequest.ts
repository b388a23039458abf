import { z } from 'zod';
import {
  markedPosition,
  type ModelRequest,
  type Position,
  type RequestKind,
} from '../realClient/script.js';

const block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
});
const content = z.union([z.string(), z.array(block)]);

const bodySchema = z.looseObject({
  model: z.string(),
  stream: z.boolean().optional(),
  messages: z.array(z.looseObject({ role: z.string(), content })),
  system: content.optional(),
  tools: z.array(z.looseObject({ name: z.string().optional() })).optional(),
  metadata: z.looseObject({ user_id: z.string().optional() }).optional(),
  output_config: z.looseObject({ format: z.looseObject({}).optional() }).optional(),
});

export type MessagesBody = z.infer<typeof bodySchema>;
type Content = z.infer<typeof content>;

export interface TurnRequest extends ModelRequest {
  readonly body: MessagesBody;
  /** File to which the client, in plan mode, wants the plan written. */
  readonly planFile: string | undefined;
}

/**
 * Parses a request. `asked` has the position of each tool use, needed because a compaction removes
 * all earlier prompts.
 */
export function parseMessagesRequest(
  raw: unknown,
  asked: ReadonlyMap<string, Position>,
): TurnRequest {
  const body = bodySchema.parse(raw);
  const position = positionOf(body, asked);
  return { kind: kindOf(body), body, position, planFile: planFileOf(body) };
}

const compactionPrompt = /Your task is to create a detailed summary of/;

function kindOf(body: MessagesBody): RequestKind {
  const last = body.messages.at(-1);
  if (last !== undefined && compactionPrompt.test(textOf(last.content))) return 'compaction';
  return (body.tools ?? []).length > 0 ? 'turn' : 'side';
}

/** Position by the latest marker in text of the user, or by the latest known tool use. */
function positionOf(body: MessagesBody, asked: ReadonlyMap<string, Position>) {
  let answers = 0;
  for (const { role, content } of body.messages.toReversed()) {
    if (role === 'assistant') {
      answers++;
      const known = toolUsePosition(content, asked);
      if (known !== undefined) return { marker: known.marker, step: known.step + answers };
    } else if (role === 'user') {
      const marked = markedPosition(textOf(content));
      if (marked !== undefined) return { ...marked, step: marked.step + answers };
    }
  }
  return undefined;
}

function toolUsePosition(content: Content, asked: ReadonlyMap<string, Position>) {
  if (typeof content === 'string') return undefined;
  const use = content.find((each) => each.type === 'tool_use');
  return use?.id === undefined ? undefined : asked.get(use.id);
}

function planFileOf(body: MessagesBody): string | undefined {
  for (const { content } of body.messages.toReversed()) {
    const file = /\/\S+\/plans\/[\w-]+\.md/.exec(textOf(content));
    if (file !== null) return file[0];
  }
  return undefined;
}

/** Text blocks only: a tool's result is not a prompt. */
function textOf(content: Content): string {
  if (typeof content === 'string') return content;
  return content.map((each) => (each.type === 'text' ? (each.text ?? '') : '')).join('\n');
}
