import * as fs from 'node:fs';

/**
 * Writes a file with several hard links in place, synchronously. If the process is killed in
 * between, the file stays readable: a shorter text is first padded with blanks, which are then cut
 * off. After a failed write the previous content is restored.
 */
export function writeInPlace(file: string, text: string, check: () => void): void {
  const descriptor = fs.openSync(file, 'r+');
  try {
    check();
    const before = fs.readFileSync(descriptor);
    const after = Buffer.from(text);
    const padding = Buffer.alloc(Math.max(0, before.length - after.length), ' ');
    try {
      writeAll(descriptor, Buffer.concat([after, padding]));
    } catch (error) {
      writeAll(descriptor, before);
      fs.ftruncateSync(descriptor, before.length);
      throw error;
    }
    if (padding.length > 0) fs.ftruncateSync(descriptor, after.length);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) {
    at += fs.writeSync(descriptor, bytes, at, bytes.length - at, at);
  }
}
