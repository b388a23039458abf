import { open } from 'node:fs/promises';

/** The bytes of a file that is open: one of this machine, or of another. */
export interface FileBytes {
  readonly size: number;
  /** Another value means another file behind the same name. */
  readonly identity: string;
  /** Fewer bytes where the file was cut meanwhile. */
  read(from: number, to: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Throws what the file system throws. */
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
