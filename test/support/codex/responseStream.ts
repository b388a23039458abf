import type { ServerResponse } from 'node:http';
import { cutOff, newId, sendEvent, sendPieces, untilOpen } from '../realClient/eventStream.js';
import { limitHeaders, type CodexPart, type CodexReply, type CodexUsage } from './reply.js';

const defaultUsage: CodexUsage = { input: 12_000, cached: 9_000, output: 120, reasoning: 40 };

interface ResponseItem {
  readonly id: string;
  readonly [field: string]: unknown;
}

type ItemPart = Exclude<CodexPart, { type: 'hold' | 'break' }>;

/**
 * Streams a reply as the events that client 0.171.0 reads; resolves early when the client
 * disconnects. `newCallId` is called once for each call in the reply.
 */
export async function streamResponse(
  response: ServerResponse,
  reply: CodexReply,
  newCallId: () => string,
): Promise<void> {
  const id = newId('resp_');
  const { usage, limits } = reply.envelope;
  let started = false;
  const start = (): void => {
    if (started) return;
    started = true;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      ...(limits && limitHeaders(limits)),
    });
    sendEvent(response, { type: 'response.created', response: { id } });
  };
  for (const [index, part] of reply.parts.entries()) {
    if (part.type === 'hold') await untilOpen(part.gate, response);
    if (response.destroyed) return;
    if (part.type === 'hold') continue;
    start();
    if (part.type !== 'break') {
      await sendItem(response, index, part, newCallId);
      continue;
    }
    if (part.error === undefined) return cutOff(response);
    sendEvent(response, { type: 'response.failed', response: { id, error: part.error } });
    return void response.end();
  }
  if (response.destroyed) return;
  start();
  sendEvent(response, {
    type: 'response.completed',
    response: { id, usage: usageOf({ ...defaultUsage, ...usage }) },
  });
  response.end();
}

async function sendItem(
  response: ServerResponse,
  index: number,
  part: ItemPart,
  newCallId: () => string,
): Promise<void> {
  const item = itemOf(part, newCallId);
  const started = part.type === 'text' ? { ...item, content: [] } : item;
  sendEvent(response, { type: 'response.output_item.added', output_index: index, item: started });
  if (part.type === 'text') {
    await sendPieces(response, part.text, part.pace, (piece) => ({
      type: 'response.output_text.delta',
      output_index: index,
      item_id: item.id,
      content_index: 0,
      delta: piece,
    }));
  }
  if (response.destroyed) return;
  sendEvent(response, { type: 'response.output_item.done', output_index: index, item });
}

function itemOf(part: ItemPart, newCallId: () => string): ResponseItem {
  switch (part.type) {
    case 'text': {
      const content = [{ type: 'output_text', text: part.text, annotations: [] }];
      return { id: newId('msg_'), type: 'message', role: 'assistant', content };
    }
    case 'reasoning': {
      const summary = [{ type: 'summary_text', text: part.text }];
      return { id: newId('rs_'), type: 'reasoning', summary };
    }
    case 'function': {
      const { name, namespace, input } = part;
      const call = { call_id: newCallId(), name, namespace, arguments: JSON.stringify(input) };
      return { id: newId('fc_'), type: 'function_call', ...call };
    }
    case 'custom': {
      const call = { call_id: newCallId(), name: part.name, input: part.input };
      return { id: newId('ctc_'), type: 'custom_tool_call', ...call };
    }
  }
}

function usageOf({ input, cached, output, reasoning }: CodexUsage): object {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}
