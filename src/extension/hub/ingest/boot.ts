import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { procStat } from './procStat';

/** One run of the machine, or of a container, from its start to its end. */
export interface Boot {
  /** Names it where the system has a name for it. */
  readonly id?: string | undefined;
  /** When it began, in ms since 1970 by the clock of today. */
  readonly at: number;
}

/** Clocks that are set move the start of one run by less than this, in ms. */
const maxDriftMs = 60_000;

/** Linux counts the start of a process in these, whatever the kernel's own clock is, in ms. */
const tickMs = 10;

export function currentBoot(): Boot {
  const now = Date.now();
  const first = procStat(1)?.startTime;
  const at = now - uptime() * 1_000 + Number(first ?? 0) * tickMs;
  return { id: bootName(first), at: Math.round(Math.min(at, now)) };
}

export function isSameBoot(a: Boot, b: Boot): boolean {
  if (a.id !== undefined && b.id !== undefined) return a.id === b.id;
  return Math.abs(a.at - b.at) <= maxDriftMs;
}

/** Whether something was there before that start, in ms since 1970; what is near it may have come after. */
export function isBefore(boot: Boot, at: number): boolean {
  return at < boot.at - maxDriftMs;
}

/** A container shares the name that the kernel has for its run; its own first process it does not. */
function bootName(firstStart: string | undefined): string | undefined {
  try {
    const kernel = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${kernel} ${firstStart ?? ''}`.trimEnd();
  } catch {
    return undefined;
  }
}
