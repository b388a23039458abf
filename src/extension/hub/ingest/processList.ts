/** One process in the output of a system's own tool. */
export interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  /** Start of the process, in a form that stays the same for its life. */
  readonly startTime: string;
  /** Ended, and only not buried by its parent. */
  readonly dead: boolean;
}

/** The question for macOS; its columns have no titles. `lstart` has a fixed width and one language with LC_ALL=C. */
export const psArguments = (pid: number): readonly string[] => [
  '-o',
  'pid=,ppid=,stat=,lstart=',
  '-p',
  String(pid),
];

/** `  501   1 Ss   Sat Nov 21 10:30:33 2026`. Undefined when there is no such process. */
export function parsePs(output: string): ListedProcess | undefined {
  const fields = /^(\d+)\s+(\d+)\s+(\S+)\s+(\S.*)$/mu.exec(output.trim());
  if (fields === null) return undefined;
  const [, pid, parent, state = '', started = ''] = fields;
  const startTime = started.trimEnd().replace(/\s+/gu, ' ');
  return { pid: Number(pid), parent: Number(parent), startTime, dead: state.startsWith('Z') };
}

/** The question for Windows: one line `pid,parent,start`, the start as UTC ticks, or nothing. */
export const powerShellArguments = (pid: number): readonly string[] => [
  '-NoProfile',
  '-NonInteractive',
  '-Command',
  `Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}' | ForEach-Object { ` +
    `'{0},{1},{2}' -f $_.ProcessId, $_.ParentProcessId, $_.CreationDate.ToUniversalTime().Ticks }`,
];

export function parseCim(output: string): ListedProcess | undefined {
  const fields = /^(\d+),(\d+),(\d+)\s*$/mu.exec(output);
  if (fields === null) return undefined;
  const [, pid, parent, startTime = ''] = fields;
  return { pid: Number(pid), parent: Number(parent), startTime, dead: false };
}
