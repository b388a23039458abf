import { readFile, readdir } from 'node:fs/promises';
import { runSystemTool } from '../../util/systemTool';
import {
  parseCim,
  parsePs,
  powerShellArguments,
  psArguments,
  type ListedProcess,
} from './processList';
import { currentBoot, isBeforeBoot, type Boot } from './boot';
import { procStat } from './procStat';

/** Information about processes from the operating system. */
export interface ProcessTable {
  /** True if any process has the id. Cheap: it runs no tool. */
  isThere(pid: number): boolean;
  /**
   * True if exactly this process is alive: its id and, if known, its start time match. `lastAt` is
   * its last activity in ms since 1970; ids of earlier boots are reused.
   */
  isAlive(pid: number, procStart: string | undefined, lastAt?: number): Promise<boolean>;
  /** Returns the start time in the registry's format; undefined if the platform has none. */
  startOf(pid: number): Promise<string | undefined>;
  parentOf(pid: number): Promise<number | undefined>;
  /** True while the process has a child of a kind; undefined if unknown. */
  hasChild(pid: number, isWanted: ChildTest): Promise<boolean | undefined>;
}

/** Checks a child process by its command line, and by its id where that does not suffice. */
export type ChildTest = (commandLine: string, pid: string) => boolean | Promise<boolean>;

/** Processes on Linux: the client writes field 22 of `/proc/<pid>/stat` as `procStart`. */
export const linuxProcesses: ProcessTable = {
  isThere: signalReaches,
  isAlive(pid, procStart) {
    const stat = procStat(pid);
    const isGone = stat === undefined || stat.state === 'Z' || stat.state === 'X';
    return Promise.resolve(!isGone && (procStart === undefined || stat.startTime === procStart));
  },
  startOf: (pid) => Promise.resolve(procStat(pid)?.startTime),
  parentOf: (pid) => Promise.resolve(procStat(pid)?.parent),
  async hasChild(pid, isWanted) {
    try {
      // Each thread has the children that it started itself.
      const threads = await readdir(`/proc/${pid}/task`);
      const lists = await Promise.all(
        threads.map((thread) => childrenOf(pid, thread, thread === String(pid))),
      );
      const found = await Promise.all(
        lists.flat().map(async (child) => {
          const line = await commandLineOf(child);
          return line !== undefined && isWanted(line, child);
        }),
      );
      return found.includes(true);
    } catch {
      return undefined; // The kernel has no list of children, or the process has ended.
    }
  },
};

/** Processes on other systems, by id alone; start times are not compared. */
export const portableProcesses: ProcessTable = {
  isThere: signalReaches,
  isAlive: (pid, _procStart, lastAt) =>
    Promise.resolve(signalReaches(pid) && isOfThisBoot(lastAt, currentBoot())),
  startOf: () => Promise.resolve(undefined),
  parentOf: () => Promise.resolve(undefined),
  hasChild: () => Promise.resolve(undefined),
};

/**
 * Processes on systems where a tool lists them. The tool runs once for each living process. A start
 * time in a different format than that of the tool is not compared.
 */
export class ListedProcesses implements ProcessTable {
  private readonly known = new Map<number, Promise<ListedProcess | undefined>>();

  constructor(
    private readonly query: (pid: number) => Promise<ListedProcess | undefined>,
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
    const [wanted, listedStart] = [collapseSpaces(procStart), collapseSpaces(listed.startTime)];
    if (formatOf(wanted) !== formatOf(listedStart)) return isOfThisBoot(lastAt, this.boot);
    return wanted === listedStart;
  }

  async startOf(pid: number): Promise<string | undefined> {
    return (await this.get(pid))?.startTime;
  }

  async parentOf(pid: number): Promise<number | undefined> {
    return (await this.get(pid))?.parent;
  }

  /** Always undefined, because each poll would have to run the tool again. */
  hasChild(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  private get(pid: number): Promise<ListedProcess | undefined> {
    const listing = this.known.get(pid) ?? this.query(pid);
    this.known.set(pid, listing);
    return listing;
  }
}

/**
 * True if a process with this last activity may belong to this boot; also true without a known
 * activity.
 */
function isOfThisBoot(lastAt: number | undefined, boot: Boot): boolean {
  return lastAt === undefined || lastAt === 0 || !isBeforeBoot(boot, lastAt);
}

/**
 * Returns the format of a start time, to compare only times of the same format: "Sat Nov 21
 * 10:30:33 2026" and "Sun Feb 1 9:05:00 2026" have one format, 61771 has another.
 */
function formatOf(startTime: string): string {
  return startTime.replace(/\d+/gu, '0').replace(/\p{L}+/gu, 'a');
}

function collapseSpaces(text: string): string {
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

/** Reads the children of a thread. If it has ended, returns none, or throws if `mustBe` is set. */
async function childrenOf(pid: number, thread: string, mustBe: boolean): Promise<string[]> {
  try {
    const children = await readFile(`/proc/${pid}/task/${thread}/children`, 'latin1');
    return children.split(' ').filter((child) => child !== '');
  } catch (error) {
    if (mustBe) throw error;
    return [];
  }
}

async function commandLineOf(pid: string): Promise<string | undefined> {
  try {
    return await readFile(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return undefined; // The process has ended meanwhile.
  }
}

/** The environment with which a process was started; empty if it cannot be read. */
export async function environmentOf(pid: string): Promise<string> {
  return readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
}

function signalReaches(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
