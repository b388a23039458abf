import { comingTime, tokenCount } from '../../../../shared/protocol/plausible';
import type { ToolUse } from '../../../hub/domain/facts/transcriptEntry';
import type { UsageLimit } from '../../../hub/domain/facts/usageLimit';
import { spokenLimit } from '../texts/usageLimit';
import { contentOf } from './content';
import type { MessageContent, ApiBlock, Block, Entry } from '../../transcripts/entry';
import {
  asObject,
  idIn,
  nameIn,
  numberIn,
  objectIn,
  textFrom,
  textIn,
  writtenTime,
  type JsonObject,
} from '../../../util/json';

export function assistantEntry(line: JsonObject): Entry {
  const message = objectIn(line, 'message');
  const content = contentOf(message?.['content']);
  const blocks: (Block | ApiBlock)[] = [];
  const toolUses: ToolUse[] = [];
  const texts: string[] = [];
  for (const block of blocksOf(content)) {
    const { type } = block;
    if (type === 'text') {
      const text = textIn(block, 'text');
      if (text === undefined) continue;
      texts.push(text);
      blocks.push({ kind: 'text', text });
    } else if (type === 'thinking') {
      blocks.push({ kind: 'thinking', text: textIn(block, 'thinking') ?? '' });
    } else if (type === 'tool_use') {
      const { input } = block;
      blocks.push(toolBlock(block, textIn(block, 'name') ?? ''));
      const [id, called] = [idIn(block, 'id'), nameIn(block, 'name')];
      if (id !== undefined && called !== undefined) toolUses.push({ id, name: called, input });
    } else blocks.push(...apiBlocks(block));
  }
  const text = texts.join('\n');
  if (line['isApiErrorMessage'] === true) {
    const error = nameIn(line, 'error') ?? 'unknown';
    const isLimit = error === 'rate_limit' || isRejected(objectIn(line, 'quotaLimits'));
    const limit = isLimit ? limitIn(line, text) : undefined;
    return { kind: 'apiError', error, text, ...(limit && { limit }), content };
  }
  const model = nameIn(message, 'model');
  const isSynthetic = model === '<synthetic>';
  return {
    kind: 'assistant',
    model: isSynthetic ? undefined : model,
    text: text === '' ? undefined : text,
    toolUses,
    stopReason: nameIn(message, 'stop_reason'),
    contextTokens: isSynthetic ? undefined : contextTokens(objectIn(message, 'usage')),
    blocks,
    isSynthetic,
  };
}

function blocksOf(content: MessageContent): readonly JsonObject[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function toolBlock(block: JsonObject, name: string): Block {
  const input = asObject(block['input']) ?? {};
  return { kind: 'toolUse', id: textFrom(block['id']), name, input };
}

/**
 * A call that the API itself executes, and its result: no hook reports it, and no permission is
 * requested.
 */
function apiBlocks(block: JsonObject): readonly (Block | ApiBlock)[] {
  const type = textIn(block, 'type') ?? '';
  const name = textIn(block, 'name') ?? '';
  if (type === 'server_tool_use') return [toolBlock(block, name)];
  if (type === 'mcp_tool_use') {
    return [toolBlock(block, `mcp__${textIn(block, 'server_name') ?? ''}__${name}`)];
  }
  if (type === 'fallback') {
    const model = nameIn(objectIn(block, 'to'), 'model');
    return model === undefined ? [] : [{ kind: 'fallback', model }];
  }
  if (!type.endsWith('_tool_result')) return [];
  const inner = textIn(asObject(block['content']), 'type') ?? '';
  return [
    {
      kind: 'apiResult',
      toolUseId: textFrom(block['tool_use_id']),
      isError: block['is_error'] === true || inner.endsWith('_error'),
      content: contentOf(block['content']),
    },
  ];
}

/**
 * The usage limit because of which a request was refused: a field since client 2.1.329, before that
 * only in the text.
 */
function limitIn(value: JsonObject, text: string): UsageLimit | undefined {
  const limitInText = spokenLimit(text, writtenTime(value['timestamp']) ?? NaN);
  const quota = objectIn(value, 'quotaLimits');
  if (!isRejected(quota)) return limitInText;
  const seconds = numberIn(quota, 'resetsAt');
  const resetsAt = seconds === undefined ? limitInText?.resetsAt : comingTime(seconds * 1000);
  return { resetsAt, said: limitInText?.said };
}

function isRejected(quota: JsonObject | undefined): boolean {
  return textIn(quota, 'status') === 'rejected';
}

function contextTokens(usage: JsonObject | undefined): number | undefined {
  if (usage === undefined) return undefined;
  const parts = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'];
  return tokenCount(parts.reduce((sum, key) => sum + (numberIn(usage, key) ?? 0), 0));
}
