import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { procStat } from './procStat';

/** One run of the computer, or of a container, from start to shutdown. */
export interface Boot {
  /** Kernel's boot id and start time of process 1; undefined outside Linux. */
  readonly id?: string | undefined;
  /** Start in ms since 1970, according to the current clock. */
  readonly at: number;
}

/**
 * Maximum difference in ms between computed start times of one boot; they differ after the clock
 * was set.
 */
const maxDriftMs = 60_000;

/**
 * Unit of process start times on Linux, in ms. It is fixed, whatever the kernel's internal tick
 * rate is.
 */
const tickMs = 10;

export function currentBoot(): Boot {
  const now = Date.now();
  const first = procStat(1)?.startTime;
  const at = now - uptime() * 1_000 + Number(first ?? 0) * tickMs;
  return { id: bootId(first), at: Math.round(Math.min(at, now)) };
}

export function isSameBoot(a: Boot, b: Boot): boolean {
  if (a.id !== undefined && b.id !== undefined) return a.id === b.id;
  return Math.abs(a.at - b.at) <= maxDriftMs;
}

/** True if a time (ms since 1970) is certainly before the boot; false for times near its start. */
export function isBeforeBoot(boot: Boot, at: number): boolean {
  return at < boot.at - maxDriftMs;
}

/**
 * Returns the boot's id. It includes the start time of process 1, because a container shares the
 * kernel's boot id with its host.
 */
function bootId(firstStart: string | undefined): string | undefined {
  try {
    const kernel = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${kernel} ${firstStart ?? ''}`.trimEnd();
  } catch {
    return undefined;
  }
}
