import { objectEnd } from '../../../../shared/text/boundedJson';
import { entryReaders } from './entryReaders';
import { parseObject, type JsonObject } from '../../../util/json';

/** The records in a line of a transcript. */
export interface LineRecords {
  /** The complete records, in order. */
  readonly records: readonly JsonObject[];
  /** True if the line also contains bytes that cannot be read. */
  readonly isDamaged: boolean;
}

/**
 * The start of a record, recognised by its type. In a text, the quotes would be escaped; parts of
 * messages have single-word types as well.
 */
const recordStart =
  /\{"(?:parentUuid|logicalParentUuid|isSidechain|uuid|sessionId|timestamp|leafUuid)":|\{"type":"([a-z]+(?:-[a-z]+)*)"/gu;
const typeStart = /^\{"type":"([^"\\]*)"/u;

/** Bytes between two records, as left by a system crash or a program that writes a byte order mark. */
const blank = /^[\s\0\uFEFF]*/u;

/** Limit for characters searched in one line: a line may have megabytes of incomplete records. */
const maxSearched = 32_000_000;

/**
 * Reads a line. A client that was stopped while writing leaves an incomplete record, and the next
 * one follows in the same line; a lost line feed joins two records; a system crash leaves zeros.
 */
export function recordsIn(text: string): LineRecords {
  const whole = parseObject(text);
  if (whole !== undefined) return { records: [whole], isDamaged: false };
  const trimmed = text.slice(blank.exec(text)?.[0].length);
  const single = trimmed.length < text.length ? parseObject(trimmed) : undefined;
  if (single !== undefined) return { records: [single], isDamaged: false };
  const { records, isDamaged } = damagedRecords(trimmed);
  // A line of only zeros is damaged as well, because they replace lost data.
  return { records, isDamaged: isDamaged || (records.length === 0 && text.trim() !== '') };
}

/** True if another record may follow the first one of a line, which is complete or truncated. */
export function mayHoldMoreRecords(text: string): boolean {
  return text.includes('}{"') || nextStart(text, 1) !== undefined;
}

function damagedRecords(text: string): LineRecords {
  const records: JsonObject[] = [];
  let isDamaged = false;
  let searched = 0;
  let behind = 0;
  for (let from = 0; searched < maxSearched;) {
    const start = startOfRecord(text, from, behind);
    if (start === undefined) break;
    const end = objectEnd(text, start);
    const record = end === undefined ? undefined : parseObject(text.slice(start, end));
    if (end === undefined || record === undefined) {
      searched += (end ?? text.length) - start;
      from = start + 1;
      continue;
    }
    records.push(record);
    isDamaged ||= !isBlank(text.slice(behind, start));
    behind = from = end;
  }
  return { records, isDamaged: isDamaged || !isBlank(text.slice(behind)) };
}

/**
 * Offset of the next record. At the start of a line and after a complete record, any object counts
 * as one.
 */
function startOfRecord(text: string, from: number, behind: number): number | undefined {
  if (from === behind) {
    const start = from + (blank.exec(text.slice(from))?.[0].length ?? 0);
    if (text[start] === '{') return start;
  }
  return nextStart(text, from);
}

function nextStart(text: string, from: number): number | undefined {
  recordStart.lastIndex = from;
  for (let found = recordStart.exec(text); found !== null; found = recordStart.exec(text)) {
    const [, type] = found;
    if (type === undefined || type.includes('-') || entryReaders.has(type)) return found.index;
  }
  return undefined;
}

/** The type of a line's record, if the line starts with one. */
export function leadingType(text: string): string | undefined {
  return typeStart.exec(text)?.[1];
}

function isBlank(text: string): boolean {
  return blank.exec(text)?.[0].length === text.length;
}
