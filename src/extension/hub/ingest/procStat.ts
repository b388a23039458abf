import { readFileSync } from 'node:fs';

/** The fields of `/proc/<pid>/stat` on Linux. */
export interface ProcStat {
  readonly name: string;
  readonly state: string;
  readonly parent: number;
  /** Process group, which is the shell's job. */
  readonly group: number;
  /** Device number of the controlling terminal; 0 without one. */
  readonly terminal: number;
  /** Process group in the foreground of that terminal. */
  readonly foreground: number;
  /** Field 22, in clock ticks since the boot; the client writes it as `procStart`. */
  readonly startTime: string;
}

/**
 * Parses `4711 (tmux: server) S 1 …`. The name may contain anything, even parentheses. Returns
 * undefined for an incomplete line.
 */
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
 * Returns undefined if the process does not exist or is not visible to this user. Synchronous, as
 * the file is in memory: an asynchronous read takes twenty times as long.
 */
export function procStat(pid: number): ProcStat | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}
