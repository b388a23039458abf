import { readFileSync } from 'node:fs';

/** The fields of `/proc/<pid>/stat` on Linux. */
export interface ProcStat {
  readonly name: string;
  readonly state: string;
  readonly parent: number;
  /** The job that it belongs to. */
  readonly group: number;
  /** Its terminal; 0 where it has none. */
  readonly terminal: number;
  /** The job in front at that terminal. */
  readonly foreground: number;
  /** Field 22, in ticks since the machine started: the client writes it as `procStart`. */
  readonly startTime: string;
}

/** `4711 (tmux: server) S 1 …`. The name may hold anything, parentheses too. Undefined for a line that is cut. */
export function parseStat(text: string): ProcStat | undefined {
  const [open, close] = [text.indexOf('('), text.lastIndexOf(')')];
  const fields = text.slice(close + 2).split(' ');
  const [state, parent] = fields;
  const startTime = fields[19];
  if (open < 0 || state === undefined || startTime === undefined) return undefined;
  const [group = 0, , terminal = 0, foreground = 0] = fields.slice(2, 6).map(Number);
  const name = text.slice(open + 1, close);
  return { name, state, parent: Number(parent), group, terminal, foreground, startTime };
}

/**
 * Undefined when there is no such process, or it is not ours to see. Read at once: it lies in memory, and
 * a thread of the pool for it takes twenty times as long.
 */
export function procStat(pid: number): ProcStat | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}
