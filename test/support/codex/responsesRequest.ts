import { z } from 'zod';
import { markedPosition, type ModelRequest, type Position } from '../realClient/script.js';

/** A task for a subagent is content that the model encrypts, and the scripted one does not. */
const contentSchema = z.array(
  z.looseObject({
    type: z.string(),
    text: z.string().optional(),
    encrypted_content: z.string().optional(),
  }),
);
const itemSchema = z.looseObject({
  type: z.string(),
  role: z.string().optional(),
  content: contentSchema.nullish(),
  call_id: z.string().optional(),
});

const bodySchema = z.looseObject({
  model: z.string(),
  input: z.array(itemSchema),
  prompt_cache_key: z.string().optional(),
  tools: z.array(z.looseObject({ name: z.string().optional() })).optional(),
  text: z.looseObject({ format: z.looseObject({ type: z.string() }).nullish() }).nullish(),
});

export type ResponsesBody = z.infer<typeof bodySchema>;
type Item = z.infer<typeof itemSchema>;

export interface ResponsesRequest extends ModelRequest {
  readonly body: ResponsesBody;
}

/**
 * Parses a request. `asked` has the position of each call, needed because the items of one response
 * and of the next are told apart by nothing else.
 */
export function parseResponsesRequest(
  raw: unknown,
  asked: ReadonlyMap<string, Position>,
): ResponsesRequest {
  const body = bodySchema.parse(raw);
  return { kind: kindOf(body), body, position: positionOf(body.input, asked) };
}

const compactionPrompt = /CONTEXT CHECKPOINT COMPACTION/;

/** Only the requests for titles and the like want an answer in a format. */
function kindOf({ input, text }: ResponsesBody): ModelRequest['kind'] {
  const last = input.at(-1);
  if (last !== undefined && compactionPrompt.test(textOf(last))) return 'compaction';
  return text?.format?.type === 'json_schema' ? 'side' : 'turn';
}

/** Position by the latest marker in a text of the user or of another agent, or by the latest known call. */
function positionOf(
  input: readonly Item[],
  asked: ReadonlyMap<string, Position>,
): Position | undefined {
  let answers = 0;
  let isInAnswer = false;
  for (const item of input.toReversed()) {
    const isAnswer = /_call$|^reasoning$/.test(item.type) || item.role === 'assistant';
    if (isAnswer && !isInAnswer) answers++;
    isInAnswer = isAnswer;
    const known = isAnswer ? asked.get(item.call_id ?? '') : undefined;
    if (known !== undefined) return { marker: known.marker, step: known.step + answers };
    const isTask = item.role === 'user' || item.type === 'agent_message';
    const marked = isTask ? markedPosition(textOf(item)) : undefined;
    if (marked !== undefined) return { ...marked, step: marked.step + answers };
  }
  return undefined;
}

function textOf({ content }: Item): string {
  return (content ?? []).map((part) => part.text ?? part.encrypted_content ?? '').join('\n');
}
