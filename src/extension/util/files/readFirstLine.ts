import * as fs from 'node:fs';

const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = fs.constants;
/** Flags that prevent blocking on a pipe, or following a link, that has just replaced the file. */
const flags = O_RDONLY | (O_NONBLOCK ?? 0) | (O_NOFOLLOW ?? 0);

/**
 * Returns the first line of a regular file. Reads as many bytes as the first of `sizes`, and as the
 * next if the line is longer; undefined if none suffices, if the line is still being written, for a
 * link, and for a missing or unreadable file.
 */
export function readFirstLine(file: string, sizes: readonly number[]): string | undefined {
  try {
    // Only regular files are opened: opening a pipe blocks until it has a writer.
    if (!fs.lstatSync(file).isFile()) return undefined;
    const descriptor = fs.openSync(file, flags);
    try {
      if (!fs.fstatSync(descriptor).isFile()) return undefined;
      for (const size of sizes) {
        const head = Buffer.allocUnsafe(size);
        const read = fs.readSync(descriptor, head, 0, size, 0);
        const end = head.subarray(0, read).indexOf('\n');
        if (end >= 0) return head.toString('utf8', 0, end);
        if (read < size) break;
      }
      return undefined;
    } finally {
      fs.closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}
