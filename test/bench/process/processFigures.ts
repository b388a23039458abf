import * as fs from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Bytes that a process has read so far, from files and other descriptors. */
export function bytesRead(pid: number): number {
  const text = fs.readFileSync(`/proc/${pid}/io`, 'utf8');
  return Number(/^rchar: (\d+)$/mu.exec(text)?.[1] ?? Number.NaN);
}

/** Processor time of all threads of a process so far, in ms, with a resolution of 10 ms. */
export function processorMs(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Processor time of the ended child processes of a process, in ms. */
export function endedChildrenMs(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

export interface Resident {
  readonly now: number;
  readonly peak: number;
  /** Part of `now` that is not mapped from files, such as the program itself. */
  readonly own: number;
}

export function residentBytes(pid: number): Resident {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'latin1');
  const kilobytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'mu').exec(status)?.[1] ?? Number.NaN);
  return {
    now: kilobytes('VmRSS') * 1024,
    peak: kilobytes('VmHWM') * 1024,
    own: kilobytes('RssAnon') * 1024,
  };
}

const restStepMs = 500;

/**
 * Minimum resident memory of an idle process within `forMs`. The garbage collector releases memory
 * only after some time.
 */
export async function leastResident(pid: number, forMs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let ms = 0; ms < forMs; ms += restStepMs) {
    await delay(restStepMs);
    least = Math.min(least, residentBytes(pid).now);
  }
  return least;
}

const stepMs = 250;
const quietSteps = 8;
/** Maximum share of one core that an idle process uses. */
const idleShare = 0.08;

/** Resolves when the process was almost idle for two seconds, or after `longestMs`. */
export async function untilQuiet(pid: number, longestMs = 30_000): Promise<void> {
  const seen = [processorMs(pid)];
  while (seen.length * stepMs < longestMs) {
    await delay(stepMs);
    const now = processorMs(pid);
    seen.push(now);
    const before = seen.at(-1 - quietSteps);
    if (before !== undefined && now - before < quietSteps * stepMs * idleShare) return;
  }
}
