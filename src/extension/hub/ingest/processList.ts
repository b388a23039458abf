/** One process in the output of a system's own tool. */
export interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  /** Start of the process, in a format that depends on the platform. */
  readonly startTime: string;
  /** True for a zombie, whose parent has not collected its exit code yet. */
  readonly dead: boolean;
}

/**
 * Arguments of `ps` on macOS, for columns without titles. With LC_ALL=C, `lstart` is in English.
 */
export const psArguments = (pid: number): readonly string[] => [
  '-o',
  'pid=,ppid=,stat=,lstart=',
  '-p',
  String(pid),
];

/** Parses `  501   1 Ss   Sat Nov 21 10:30:33 2026`; undefined if there is no such process. */
export function parsePs(output: string): ListedProcess | undefined {
  const fields = /^(\d+)\s+(\d+)\s+(\S+)\s+(\S.*)$/mu.exec(output.trim());
  if (fields === null) return undefined;
  const [, pid, parent, state = '', started = ''] = fields;
  const startTime = started.trimEnd().replace(/\s+/gu, ' ');
  return { pid: Number(pid), parent: Number(parent), startTime, dead: state.startsWith('Z') };
}

/** PowerShell arguments on Windows, which print `pid,parent,start` with UTC ticks, or nothing. */
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
