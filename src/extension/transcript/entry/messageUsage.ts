import type { MessageUsage } from '../../hub/domain/cost/pricing';
import { numberIn, objectIn, textIn, type JsonObject } from './json';

/** The tokens of one message by one of its entries. */
export interface MessageRecord {
  readonly messageId: string;
  /** The session that made the message; a fork's copies still name the first. */
  readonly ownerSessionId: string | undefined;
  readonly model: string;
  readonly at: number;
  readonly usage: MessageUsage;
}

/** Undefined for lines that cost nothing: no id, no model, made up by the client. */
export function usageIn(line: JsonObject, at: number | undefined): MessageRecord | undefined {
  const message = objectIn(line, 'message');
  const usage = objectIn(message, 'usage');
  const messageId = textIn(message, 'id');
  const model = textIn(message, 'model');
  if (usage === undefined || messageId === undefined || model === undefined) return undefined;
  if (model === '<synthetic>' || at === undefined) return undefined;
  return {
    messageId,
    ownerSessionId: textIn(line, 'session_id'),
    model,
    at,
    usage: messageUsage(usage),
  };
}

function messageUsage(usage: JsonObject): MessageUsage {
  const creation = numberIn(usage, 'cache_creation_input_tokens') ?? 0;
  const hour = Math.min(
    creation,
    numberIn(objectIn(usage, 'cache_creation'), 'ephemeral_1h_input_tokens') ?? 0,
  );
  return {
    input: numberIn(usage, 'input_tokens') ?? 0,
    output: numberIn(usage, 'output_tokens') ?? 0,
    cacheRead: numberIn(usage, 'cache_read_input_tokens') ?? 0,
    cacheWrite5m: creation - hour,
    cacheWrite1h: hour,
    webSearches: numberIn(objectIn(usage, 'server_tool_use'), 'web_search_requests') ?? 0,
    fast: textIn(usage, 'speed') === 'fast',
    usOnly: textIn(usage, 'inference_geo') === 'us',
  };
}
