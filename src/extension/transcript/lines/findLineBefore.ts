import * as fs from 'node:fs';

/** Number of bytes that are searched at once. */
const stepBytes = 256 * 1024;

/**
 * Searches a file backwards from an offset, which must be the start of a line. Returns what `read`
 * returns for the last line with these bytes for which it returns anything.
 */
export function findLineBefore<Value>(
  file: number,
  from: number,
  mark: Buffer,
  read: (line: Buffer) => Value | undefined,
): Value | undefined {
  let rest: Buffer = Buffer.alloc(0);
  for (let end = from; end > 0;) {
    const start = Math.max(0, end - stepBytes);
    const bytes = Buffer.alloc(end - start);
    fs.readSync(file, bytes, 0, bytes.length, start);
    const searched = Buffer.concat([bytes, rest]);
    const value = lastIn(searched, start === 0, mark, read);
    if (value !== undefined) return value;
    // The first line may begin before these bytes.
    rest = searched.subarray(0, Math.max(0, searched.indexOf('\n') + 1));
    end = start;
  }
  return undefined;
}

function lastIn<Value>(
  bytes: Buffer,
  isStart: boolean,
  mark: Buffer,
  read: (line: Buffer) => Value | undefined,
): Value | undefined {
  for (let at = bytes.lastIndexOf(mark); at > 0; at = bytes.lastIndexOf(mark, at - 1)) {
    const before = bytes.lastIndexOf('\n', at);
    const end = bytes.indexOf('\n', at);
    if ((before < 0 && !isStart) || end < 0) continue;
    const value = read(bytes.subarray(before + 1, end));
    if (value !== undefined) return value;
  }
  return undefined;
}
