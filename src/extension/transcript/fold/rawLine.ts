import { writtenTime } from '../entry/json';
import type { LineRow } from '../lines/lineRow';

export const timeStart = '"timestamp":"';
/** Bytes of a result's line in which its time stands, but for one of an old client. */
const timedBytes = 4 * 1024;
/** Longest time that is looked at, in bytes. */
const timeBytes = 40;

/** A line as far as its bytes tell of it. */
export type RawLine = Pick<LineRow, 'bytes' | 'start' | 'end'>;

export function hasText({ bytes, start, end }: RawLine, text: string): boolean {
  return bytes.subarray(start, end).includes(text);
}

/** The time of a result's line, which stands before the client's copy of the result; undefined where only parsing tells. */
export function timeOfResult({ bytes, start, end }: RawLine): number | undefined {
  const head = bytes.subarray(start, Math.min(end, start + timedBytes));
  return timeIn(head, head.indexOf(timeStart));
}

/** The time of an assistant's line, which stands behind the message; undefined where only parsing tells. */
export function timeOfCall({ bytes, start, end }: RawLine): number | undefined {
  const line = bytes.subarray(start, end);
  return timeIn(line, line.lastIndexOf(timeStart));
}

/** The time of a line whose `timeStart` is at a place; undefined where it is none. */
export function timeIn(line: Buffer, place: number): number | undefined {
  if (place < 0) return undefined;
  const from = place + timeStart.length;
  const [time = ''] = line.toString('latin1', from, from + timeBytes).split('"', 1);
  return writtenTime(time);
}
