import type { MessageUsage } from '../../../hub/domain/cost/pricing';
import type { MessageRecord } from '../../transcripts/format';
import {
  asObject,
  listIn,
  objectIn,
  textIn,
  writtenTime,
  type JsonObject,
} from '../../../util/json';
import { recordsIn } from './records';

/** All messages whose tokens a line reports: its own, and those of the advisors that it asked. */
export function messagesIn(text: string): readonly MessageRecord[] {
  return recordsIn(text).records.flatMap((line) => {
    const own = line['type'] === 'assistant' && usageIn(line, writtenTime(line['timestamp']));
    return own ? [own, ...advisorsIn(line, own)] : [];
  });
}

/**
 * The message of a line; undefined for a line without cost: one without a model, or one that the
 * client made up. A line whose message has no id, as some routers write them, is identified by its
 * request, or counts as its own message.
 */
function usageIn(line: JsonObject, at: number | undefined): MessageRecord | undefined {
  const message = objectIn(line, 'message');
  const usage = objectIn(message, 'usage');
  const messageId = textIn(message, 'id') ?? textIn(line, 'requestId') ?? textIn(line, 'uuid');
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

/**
 * The advisors that a message asked, each as a message of its own model: the message's usage does
 * not include their tokens.
 */
function advisorsIn(line: JsonObject | undefined, asking: MessageRecord): readonly MessageRecord[] {
  const usage = objectIn(objectIn(line, 'message'), 'usage');
  return listIn(usage, 'iterations').flatMap((iteration, index) => {
    const advisor = asObject(iteration);
    if (advisor?.['type'] !== 'advisor_message') return [];
    const { usOnly } = asking.usage;
    return [
      {
        ...asking,
        messageId: `${asking.messageId}#advisor${index}`,
        model: textIn(advisor, 'model') ?? asking.model,
        usage: { ...messageUsage(advisor), usOnly },
      },
    ];
  });
}

/**
 * Reads a count without a limit, because an implausible count must make the whole message
 * implausible instead of free.
 */
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
