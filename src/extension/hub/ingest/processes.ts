import { readFile } from 'node:fs/promises';
import { isToolShell } from '../../agents/claude/names/processMarks';
import { runSystemTool } from '../../util/systemTool';
import {
  parseCim,
  parsePs,
  powerShellArguments,
  psArguments,
  type ListedProcess,
} from './processList';
import { currentBoot, isBefore, type Boot } from './boot';
import { procStat } from './procStat';

/** The hub's questions to the operating system about processes. */
export interface ProcessTable {
  /** Whether any process has that id; costs next to nothing. */
  isThere(pid: number): boolean;
  /**
   * Whether that very process lives: its id and, where known, its start time agree. `lastAt` is its
   * last sign of life, in ms since 1970: ids are given anew after the machine was started again.
   */
  isAlive(pid: number, procStart: string | undefined, lastAt?: number): Promise<boolean>;
  /** The start time in the registry's own form; undefined where the platform tells none. */
  startOf(pid: number): Promise<string | undefined>;
  parentOf(pid: number): Promise<number | undefined>;
  /** True while a shell that the client started for a command of the agent runs; undefined where nobody can see. */
  runsCommand(pid: number): Promise<boolean | undefined>;
}

/** Linux: field 22 of `/proc/<pid>/stat` is what the client writes as `procStart`. */
export const linuxProcesses: ProcessTable = {
  isThere: signalReaches,
  isAlive(pid, procStart) {
    const stat = procStat(pid);
    const isGone = stat === undefined || stat.state === 'Z' || stat.state === 'X';
    return Promise.resolve(!isGone && (procStart === undefined || stat.startTime === procStart));
  },
  startOf: (pid) => Promise.resolve(procStat(pid)?.startTime),
  parentOf: (pid) => Promise.resolve(procStat(pid)?.parent),
  async runsCommand(pid) {
    try {
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1');
      const lines = children.split(' ').filter((child) => child !== '');
      const found = await Promise.all(lines.map(runsToolShell));
      return found.includes(true);
    } catch {
      return undefined; // A kernel without the list of children, or the process is gone.
    }
  },
};

/** Processes of other systems, by their id alone; a start time is not compared. */
export const portableProcesses: ProcessTable = {
  isThere: signalReaches,
  isAlive: (pid, _procStart, lastAt) =>
    Promise.resolve(signalReaches(pid) && isOfThisBoot(lastAt, currentBoot())),
  startOf: () => Promise.resolve(undefined),
  parentOf: () => Promise.resolve(undefined),
  runsCommand: () => Promise.resolve(undefined),
};

/**
 * Where a tool of the system has to be run: once for each process while it lives. A start time that
 * has another form than the tool's is not compared.
 */
export class ListedProcesses implements ProcessTable {
  private readonly known = new Map<number, Promise<ListedProcess | undefined>>();

  constructor(
    private readonly ask: (pid: number) => Promise<ListedProcess | undefined>,
    private readonly reaches: (pid: number) => boolean = signalReaches,
    private readonly boot: Boot = currentBoot(),
  ) {}

  isThere(pid: number): boolean {
    return this.reaches(pid);
  }

  async isAlive(pid: number, procStart: string | undefined, lastAt?: number): Promise<boolean> {
    if (!this.reaches(pid)) {
      this.known.delete(pid);
      return false;
    }
    const listed = await this.get(pid);
    if (listed?.dead === true) return false;
    if (listed === undefined || procStart === undefined) return isOfThisBoot(lastAt, this.boot);
    const [wanted, there] = [oneSpaced(procStart), oneSpaced(listed.startTime)];
    if (formOf(wanted) !== formOf(there)) return isOfThisBoot(lastAt, this.boot);
    return wanted === there;
  }

  async startOf(pid: number): Promise<string | undefined> {
    return (await this.get(pid))?.startTime;
  }

  async parentOf(pid: number): Promise<number | undefined> {
    return (await this.get(pid))?.parent;
  }

  /** Never knows: asking for child processes would cost a tool run at every look. */
  runsCommand(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  private get(pid: number): Promise<ListedProcess | undefined> {
    const asked = this.known.get(pid) ?? this.ask(pid);
    this.known.set(pid, asked);
    return asked;
  }
}

/** Whether a sign of life may be one of this run of the machine; an unknown one may. */
function isOfThisBoot(lastAt: number | undefined, boot: Boot): boolean {
  return lastAt === undefined || lastAt === 0 || !isBefore(boot, lastAt);
}

/** "Sat Nov 21 10:30:33 2026" is as good as "Sun Feb 1 9:05:00 2026", and nothing like 61771. */
function formOf(startTime: string): string {
  return startTime.replace(/\d+/gu, '0').replace(/\p{L}+/gu, 'a');
}

function oneSpaced(text: string): string {
  return text.trim().replace(/\s+/gu, ' ');
}

export function processTable(platform: NodeJS.Platform = process.platform): ProcessTable {
  if (platform === 'linux') return linuxProcesses;
  if (platform === 'darwin')
    return new ListedProcesses(async (pid) =>
      parsePs(await runSystemTool('/bin/ps', psArguments(pid))),
    );
  if (platform === 'win32')
    return new ListedProcesses(async (pid) =>
      parseCim(await runSystemTool('powershell.exe', powerShellArguments(pid))),
    );
  return portableProcesses;
}

async function runsToolShell(pid: string): Promise<boolean> {
  try {
    return isToolShell(await readFile(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return false; // Ended meanwhile.
  }
}

function signalReaches(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
