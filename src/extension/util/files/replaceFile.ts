import * as fs from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Delays between attempts in ms, about a second and a half in total. */
const waitsMs = [10, 20, 50, 100, 200, 400, 700];

const busyCodes = new Set(['EPERM', 'EACCES', 'EBUSY']);

/**
 * Renames a file over another atomically. On Windows this fails while the old file is open, for
 * example by a virus scanner, so it is retried there.
 */
export async function replaceFile(
  from: string,
  to: string,
  platform: NodeJS.Platform = process.platform,
  rename: (from: string, to: string) => Promise<void> = fs.rename,
): Promise<void> {
  const waits = platform === 'win32' ? waitsMs : [];
  for (const wait of waits) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await delay(wait);
  }
  await rename(from, to);
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && busyCodes.has(String(error.code));
}
