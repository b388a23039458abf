import type { ServerResponse } from 'node:http';
import { cutOff, newId, sendEvent, sendPieces, untilOpen } from '../realClient/eventStream.js';
import type { Part, Reply, Usage } from './reply.js';

const defaultUsage: Usage = {
  input_tokens: 4,
  cache_creation_input_tokens: 1200,
  cache_read_input_tokens: 18_000,
  output_tokens: 87,
};

type ContentPart = Exclude<Part, { type: 'hold' | 'break' }>;

export interface ReplyContext {
  /** Model named in the request. */
  readonly model: string;
  /** Called once for each tool use in the reply. */
  readonly newToolUseId: () => string;
  /** Results of the API's own checks of the reply; called after the last part. */
  readonly safeguardResults: () => readonly object[] | undefined;
}

/** Streams a reply as server-sent events; resolves early when the client disconnects. */
export async function streamReply(
  response: ServerResponse,
  reply: Reply,
  context: ReplyContext,
): Promise<void> {
  const message = messageOf(reply, context.model);
  let index = 0;
  let started = false;
  const start = (): void => {
    if (started) return;
    started = true;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'request-id': newId('req_01'),
    });
    const usage = { ...message.usage, output_tokens: 3 };
    sendEvent(response, {
      type: 'message_start',
      message: { ...message, content: [], stop_reason: null, usage },
    });
    sendEvent(response, { type: 'ping' });
  };

  for (const part of reply.parts) {
    if (part.type === 'hold') await untilOpen(part.gate, response);
    if (response.destroyed) return;
    if (part.type === 'hold') continue;
    start();
    if (part.type === 'break') return breakOff(response, part.errorType);
    await streamPart(response, part, index++, context);
  }
  start();
  const { stop_reason, stop_sequence, usage } = message;
  const results = context.safeguardResults();
  const checked = results === undefined ? {} : { safeguard_results: results };
  const end = { stop_reason, stop_sequence, ...checked };
  sendEvent(response, { type: 'message_delta', delta: end, usage });
  sendEvent(response, { type: 'message_stop' });
  response.end();
}

/** Sends the whole reply as one body, for requests that do not stream. */
export async function sendWhole(
  response: ServerResponse,
  reply: Reply,
  context: ReplyContext,
): Promise<void> {
  for (const part of reply.parts) {
    if (part.type === 'hold') await untilOpen(part.gate, response);
    if (part.type === 'break') return breakOff(response, undefined);
  }
  if (response.destroyed) return;
  const content = reply.parts.filter(isContent).map((part) => contentBlock(part, true, context));
  response.writeHead(200, { 'content-type': 'application/json', 'request-id': newId('req_01') });
  response.end(JSON.stringify({ ...messageOf(reply, context.model), content }));
}

function messageOf(reply: Reply, requestedModel: string) {
  const usesTool = reply.parts.some((part) => part.type === 'tool');
  const usage = { ...defaultUsage, ...reply.envelope.usage };
  return {
    id: newId('msg_01'),
    type: 'message',
    role: 'assistant',
    model: reply.envelope.model ?? requestedModel,
    content: [],
    stop_reason: reply.envelope.stopReason ?? (usesTool ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    usage: {
      ...usage,
      cache_creation: {
        ephemeral_5m_input_tokens: usage.cache_creation_input_tokens,
        ephemeral_1h_input_tokens: 0,
      },
      service_tier: 'standard',
    },
  };
}

async function streamPart(
  response: ServerResponse,
  part: ContentPart,
  index: number,
  context: ReplyContext,
): Promise<void> {
  const content_block = contentBlock(part, false, context);
  sendEvent(response, { type: 'content_block_start', index, content_block });
  const whole = part.type === 'tool' ? JSON.stringify(part.input) : part.text;
  const pace = part.type === 'tool' ? {} : part.pace;
  await sendPieces(response, whole, pace, (piece) => ({
    type: 'content_block_delta',
    index,
    delta: delta(part.type, piece),
  }));
  if (response.destroyed) return;
  if (part.type === 'thinking') {
    const signature = newId('sig_');
    sendEvent(response, {
      type: 'content_block_delta',
      index,
      delta: { type: 'signature_delta', signature },
    });
  }
  sendEvent(response, { type: 'content_block_stop', index });
}

function contentBlock(part: ContentPart, full: boolean, context: ReplyContext): object {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: full ? part.text : '' };
    case 'thinking':
      return {
        type: 'thinking',
        thinking: full ? part.text : '',
        signature: full ? newId('sig_') : '',
      };
    case 'tool':
      return {
        type: 'tool_use',
        id: context.newToolUseId(),
        name: part.name,
        input: full ? part.input : {},
      };
  }
}

function delta(type: ContentPart['type'], piece: string): object {
  switch (type) {
    case 'text':
      return { type: 'text_delta', text: piece };
    case 'thinking':
      return { type: 'thinking_delta', thinking: piece };
    case 'tool':
      return { type: 'input_json_delta', partial_json: piece };
  }
}

function isContent(part: Part): part is ContentPart {
  return part.type !== 'hold' && part.type !== 'break';
}

function breakOff(response: ServerResponse, errorType: string | undefined): void {
  if (errorType === undefined) {
    cutOff(response);
    return;
  }
  const error = { type: errorType, message: `scripted ${errorType}` };
  sendEvent(response, { type: 'error', error });
  response.end();
}
