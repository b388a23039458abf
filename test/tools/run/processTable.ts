import { readdirSync, readFileSync } from 'node:fs';

/** One row of the system's process table; times are in clock ticks. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  /** Ticks from boot to its start, which distinguishes processes that reuse a pid. */
  readonly started: number;
  /** Processor time of its own threads. */
  readonly own: number;
  /**
   * Processor time of its children that ended and were waited for, including their own children.
   */
  readonly waited: number;
}

/** Linux counts processor time in hundredths of a second, whatever its clock (`USER_HZ`). */
export const ticksPerSecond = 100;

/** Every process of the system; empty without `/proc`. */
export function readProcessTable(): readonly ProcessRow[] {
  const names = read(() => readdirSync('/proc')) ?? [];
  return names.flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    return readProcess(Number(name)) ?? [];
  });
}

export function readProcess(pid: number): ProcessRow | undefined {
  const text = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (text === undefined) return undefined;
  // The name before these fields may contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const at = (index: number): number => Number(fields[index]);
  return {
    pid,
    parent: at(1),
    started: at(19),
    own: at(11) + at(12),
    waited: at(13) + at(14),
  };
}

/** The command line of a process; empty if it has ended. */
export function readCommand(pid: number): string {
  return read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.replaceAll('\0', ' ') ?? '';
}

/**
 * Returns the environment of a process as `name=value`; empty if it has ended or belongs to another
 * user.
 */
export function readEnvironment(pid: number): readonly string[] {
  return read(() => readFileSync(`/proc/${pid}/environ`, 'utf8'))?.split('\0') ?? [];
}

/** Memory of a process in bytes: `alone` is shared with no other process. */
export function readMemory(pid: number): { readonly peak: number; readonly alone: number } {
  const status = read(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '';
  const of = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return { peak: of('VmHWM'), alone: of('RssAnon') };
}

/** Undefined if the process has ended meanwhile. */
function read<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
