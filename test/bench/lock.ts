import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const retryMs = 2_000;

/**
 * Waits until no other bench runs, because benches share the histories and would disturb each
 * other's measurements. Returns a function that releases the lock.
 */
export async function takeLock(folder: string): Promise<() => void> {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'lock');
  for (let hasReported = false; ; hasReported = true) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => fs.rmSync(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = Number(fs.readFileSync(file, 'utf8'));
    if (!isRunning(holder)) {
      fs.rmSync(file, { force: true });
      continue;
    }
    if (!hasReported)
      console.error(`Another bench is running (process ${holder}); this one waits for it.`);
    await delay(retryMs);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
