import { open } from 'node:fs/promises';

/** Bytes of an open file, on this machine or another. */
export interface FileBytes {
  readonly size: number;
  /** Changes if a different file has the same name. */
  readonly identity: string;
  /** Returns fewer bytes if the file was truncated meanwhile. */
  read(from: number, to: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Opens a file for reading; rejects with the file system's error. */
export async function openBytes(file: string): Promise<FileBytes> {
  const handle = await open(file, 'r');
  try {
    const { size, dev, ino } = await handle.stat();
    return {
      size,
      identity: `${dev}:${ino}`,
      close: () => handle.close(),
      async read(from, to) {
        const bytes = Buffer.allocUnsafe(Math.max(0, to - from));
        let filled = 0;
        while (filled < bytes.length) {
          const [rest, at] = [bytes.length - filled, from + filled];
          const { bytesRead } = await handle.read(bytes, filled, rest, at);
          if (bytesRead === 0) break;
          filled += bytesRead;
        }
        return bytes.subarray(0, filled);
      },
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
