import type { MessageUsage } from '../../hub/domain/cost/pricing';
import { objectIn, textIn, type JsonObject } from './json';

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

/** As it stands: a count beyond all numbers makes the whole message implausible, and not free. */
function countIn(object: JsonObject | undefined, key: string): number {
  const value = object?.[key];
  return typeof value === 'number' ? value : 0;
}

function messageUsage(usage: JsonObject): MessageUsage {
  const creation = countIn(usage, 'cache_creation_input_tokens');
  const hour = Math.min(
    creation,
    countIn(objectIn(usage, 'cache_creation'), 'ephemeral_1h_input_tokens'),
  );
  return {
    input: countIn(usage, 'input_tokens'),
    output: countIn(usage, 'output_tokens'),
    cacheRead: countIn(usage, 'cache_read_input_tokens'),
    cacheWrite5m: creation - hour,
    cacheWrite1h: hour,
    webSearches: countIn(objectIn(usage, 'server_tool_use'), 'web_search_requests'),
    fast: textIn(usage, 'speed') === 'fast',
    usOnly: textIn(usage, 'inference_geo') === 'us',
  };
}
