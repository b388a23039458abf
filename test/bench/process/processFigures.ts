import * as fs from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Bytes that a process has asked the system to read so far, from files above all. */
export function bytesRead(pid: number): number {
  const text = fs.readFileSync(`/proc/${pid}/io`, 'utf8');
  return Number(/^rchar: (\d+)$/mu.exec(text)?.[1] ?? Number.NaN);
}

/** Processor time of all threads of a process so far, in ms; the system counts in steps of 10 ms. */
export function processorMs(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Processor time of the processes that it started and that have ended, in ms. */
export function endedChildrenMs(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

export interface Resident {
  readonly now: number;
  readonly peak: number;
  /** Of now, what is no file's: the program itself is mapped from its file. */
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

/** The least that a process holds while it rests for so long: the collector gives back only after a while. */
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
/** What a process that only waits may take of one core. */
const idleShare = 0.08;

/** Resolves once the process has had next to nothing to do for two seconds; some never come to rest. */
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
