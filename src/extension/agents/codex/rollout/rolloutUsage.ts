import * as fs from 'node:fs';
import type { MessageUsage } from '../../../hub/domain/cost/pricing';
import { lineText } from '../../../transcript/lines/lineText';
import { idIn, nameIn, objectIn, type JsonObject } from '../../../util/json';
import type { MessageRecord, UsageReader, UsageStart } from '../../transcripts/format';
import { rolloutLine } from './rolloutLine';

/** Start of the type of both lines below; few other lines have it. */
const usageMark = Buffer.from('"type":"t');
const contextMark = Buffer.from('"type":"turn_context"');
const recordMark = Buffer.from('"type":"token_usage_record"');

/** Number of bytes that are searched backwards at once. */
const stepBytes = 256 * 1024;

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
      model ??= modelBefore(start) ?? 'unknown';
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

/** Returns the model of the last turn that began before an offset, searching backwards. */
function modelBefore({ file, from }: UsageStart): string | undefined {
  let rest: Buffer = Buffer.alloc(0);
  for (let end = from; end > 0;) {
    const start = Math.max(0, end - stepBytes);
    const bytes = Buffer.alloc(end - start);
    fs.readSync(file, bytes, 0, bytes.length, start);
    const searched = Buffer.concat([bytes, rest]);
    const model = lastModelIn(searched, start === 0);
    if (model !== undefined) return model;
    // The first line may begin before these bytes.
    rest = searched.subarray(0, Math.max(0, searched.indexOf('\n') + 1));
    end = start;
  }
  return undefined;
}

function lastModelIn(bytes: Buffer, isStart: boolean): string | undefined {
  for (
    let at = bytes.lastIndexOf(contextMark);
    at > 0;
    at = bytes.lastIndexOf(contextMark, at - 1)
  ) {
    const before = bytes.lastIndexOf('\n', at);
    const end = bytes.indexOf('\n', at);
    if ((before < 0 && !isStart) || end < 0) continue;
    const model = modelIn(bytes.subarray(before + 1, end));
    if (model !== undefined) return model;
  }
  return undefined;
}
