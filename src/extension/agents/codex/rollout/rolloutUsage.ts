import type { MessageUsage } from '../../../hub/domain/cost/pricing';
import { findLineBefore } from '../../../transcript/lines/findLineBefore';
import { lineText } from '../../../transcript/lines/lineText';
import { idIn, nameIn, objectIn, type JsonObject } from '../../../util/json';
import type { MessageRecord, UsageReader, UsageStart } from '../../transcripts/format';
import { rolloutLine } from './rolloutEntries';

/** Start of the type of both lines below; few other lines have it. */
const usageMark = Buffer.from('"type":"t');
const contextMark = Buffer.from('"type":"turn_context"');
const recordMark = Buffer.from('"type":"token_usage_record"');

/**
 * Reads the tokens of each answer of the model. Sums in the file are not used, because those of a
 * fork begin with its parent's. The model is in the context of the turn, which may be in the part
 * of the file that was counted before.
 */
export function rolloutUsage(start: UsageStart): UsageReader {
  let model: string | undefined;
  return {
    mark: usageMark,
    read(line, mark) {
      if (isAt(line, mark, contextMark)) model = modelIn(line) ?? model;
      if (!isAt(line, mark, recordMark)) return [];
      model ??= findLineBefore(start.file, start.from, contextMark, modelIn) ?? 'unknown';
      const record = recordIn(line, model);
      return record === undefined ? [] : [record];
    },
  };
}

function isAt(line: Buffer, at: number, mark: Buffer): boolean {
  return line.compare(mark, 0, mark.length, at, Math.min(line.length, at + mark.length)) === 0;
}

function recordIn(line: Buffer, model: string): MessageRecord | undefined {
  const { payload, at } = rolloutLine(lineText(line)) ?? {};
  const messageId = payload && idIn(payload, 'response_id');
  const usage = objectIn(payload, 'usage');
  if (messageId === undefined || usage === undefined || at === undefined) return undefined;
  return { messageId, ownerSessionId: undefined, model, at, usage: messageUsage(usage) };
}

/** Converts the program's counts: those of its input include all tokens of the cache. */
function messageUsage(usage: JsonObject): MessageUsage {
  const cacheRead = countIn(usage, 'cached_input_tokens');
  const cacheWrite = countIn(usage, 'cache_write_input_tokens');
  return {
    input: Math.max(0, countIn(usage, 'input_tokens') - cacheRead - cacheWrite),
    output: countIn(usage, 'output_tokens'),
    cacheRead,
    cacheWrite5m: cacheWrite,
    cacheWrite1h: 0,
    webSearches: 0,
    fast: false,
    usOnly: false,
  };
}

/** Reads a count without a limit, because an implausible one makes the whole answer implausible. */
function countIn(usage: JsonObject, key: string): number {
  const value = usage[key];
  return typeof value === 'number' ? value : 0;
}

function modelIn(line: Buffer): string | undefined {
  return nameIn(rolloutLine(lineText(line))?.payload, 'model');
}
