import { z } from 'zod';

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

/** `turn` follows a script; the client sends the others on its own, and they use up no step. */
export type RequestKind = 'turn' | 'compaction' | 'side';

/** Position of a request in a script. */
export interface Position {
  readonly marker: string;
  /** Number of answers since the prompt with the marker. */
  readonly step: number;
}

export interface TurnRequest {
  readonly kind: RequestKind;
  readonly body: MessagesBody;
  readonly position: Position | undefined;
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
const markerPattern = /\[\[([\w-]+)(?:\+(\d+))?\]\]/g;

/** Marker that lets a summary continue its script after `step` answers. */
export function continuedMarker({ marker, step }: Position): string {
  return `[[${marker}+${step}]]`;
}

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
      const found = [...textOf(content).matchAll(markerPattern)].at(-1);
      if (found === undefined) continue;
      return { marker: found[1] ?? '', step: Number(found[2] ?? 0) + answers };
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
