import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import * as os from 'node:os';

/** Longer texts are cut and followed by a hash of the rest. */
const textLength = 160;

/** A path in the temporary folder, whose name differs in each run. */
const temporary = new RegExp(`${realpathSync(os.tmpdir())}/config-home-[^/]+/`, 'gu');

/** Data on one line: sorted keys, no absent values, long texts cut. */
export function serialize(data: unknown): string {
  return JSON.stringify(plain(data)) ?? 'nothing';
}

function plain(data: unknown): unknown {
  if (typeof data === 'string') return cut(data.replaceAll(temporary, '/'));
  if (data instanceof Map) return { map: [...data].map(plain) };
  if (Array.isArray(data)) return data.map(plain);
  if (typeof data !== 'object' || data === null) return data;
  const known = Object.entries(data).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    known.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => [key, plain(value)]),
  );
}

function cut(text: string): string {
  if (text.length <= textLength) return text;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return `${text.slice(0, textLength)}… ${text.length} ${hash}`;
}
