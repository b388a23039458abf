import { watch, type FSWatcher } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import * as path from 'node:path';
import type { ProcessGoneEvent, ProcessSeenEvent } from '../domain/event';
import { Coalescer } from '../../util/coalesce';
import type { Disposable } from '../../util/lifetime';
import type { ProcessTable } from './processes';
import { parseRegistryFile, registryPid, type RegistryEntry } from './registryFile';

/** Between two questions whether the known processes are there, in ms: a kill leaves no other sign. */
const lifeSignMs = 100;

/** Between two looks that no watcher asked for, in ms: heals missed events and sees kills. */
const sweepMs = 500;

type RegistryEvent = ProcessSeenEvent | ProcessGoneEvent;

interface Known {
  readonly entry: RegistryEntry;
  readonly text: string;
}

/** Follows `<config home>/sessions/<pid>.json` and the processes behind the files. Deletes nothing. */
export class Registry implements Disposable {
  private readonly known = new Map<number, Known>();
  /** Processes that only a hook has told of: old clients keep no registry. */
  private readonly adopted = new Map<number, RegistryEntry>();
  /** Start times of processes that took their file away: they are about to end. */
  private readonly leaving = new Map<number, string | undefined>();
  private readonly looks = new Coalescer(() => this.look());
  private watcher: FSWatcher | undefined;
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly folder: string,
    private readonly processes: ProcessTable,
    private readonly emit: (event: RegistryEvent) => void,
    private readonly clock: () => number = Date.now,
  ) {}

  /** Resolves when every process that runs now has been told. */
  async start(): Promise<void> {
    this.watch();
    const sweep = (): void => {
      this.watch();
      void this.looks.run();
    };
    this.timers.push(
      setInterval(sweep, sweepMs),
      setInterval(() => this.askForLife(), lifeSignMs),
    );
    await this.looks.run();
  }

  /** Whether a living process is known to run the session. */
  runs(sessionId: string): boolean {
    for (const { entry } of this.known.values()) if (entry.sessionId === sessionId) return true;
    return false;
  }

  /** Follows the life of a process that a hook named and that has no registry file. */
  async adopt(pid: number, sessionId: string): Promise<void> {
    if (this.known.get(pid)?.entry.sessionId === sessionId) return;
    if (this.known.has(pid) && !this.adopted.has(pid)) return; // Its file will tell.
    const at = this.clock();
    const procStart = await this.processes.startOf(pid);
    if (!(await this.processes.isAlive(pid, procStart))) return;
    if (this.leaving.has(pid) && this.leaving.get(pid) === procStart) return;
    this.adopted.set(pid, {
      sessionId,
      process: { pid, procStart, statusAt: at, startedAt: at },
    });
    await this.looks.run();
  }

  dispose(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.unwatch();
  }

  /** Every write counts: a file may be empty at the first sign of a change. No folder yet: a sweep tries again. */
  private watch(): void {
    if (this.watcher !== undefined) return;
    try {
      this.watcher = watch(this.folder, () => void this.looks.run());
      this.watcher.on('error', () => this.unwatch());
    } catch {
      // No client has run here yet, or the system's watches are used up: the sweeps go on.
    }
  }

  private askForLife(): void {
    for (const pid of this.known.keys()) {
      if (!this.processes.isThere(pid)) return void this.looks.run();
    }
  }

  private unwatch(): void {
    this.watcher?.close();
    this.watcher = undefined;
  }

  private async look(): Promise<void> {
    const found = new Map<number, Known>();
    await Promise.all(
      (await this.pids()).map(async (pid) => {
        const known = await this.read(pid);
        if (known !== undefined && !this.isLeaving(known)) found.set(pid, known);
      }),
    );
    for (const [pid, entry] of this.adopted) {
      if (found.has(pid)) this.adopted.delete(pid);
      else if (!(await this.processes.isAlive(pid, entry.process.procStart)))
        this.adopted.delete(pid);
      else found.set(pid, await this.withCommand({ entry, text: entry.sessionId }));
    }
    for (const [pid, { entry }] of this.known) {
      const now = found.get(pid);
      if (now === undefined) await this.tellGone(pid, entry);
      else if (now.entry.sessionId !== entry.sessionId) this.tell(entry.sessionId, pid, 'moved');
    }
    for (const [pid, now] of found) {
      if (this.known.get(pid)?.text === now.text) continue;
      this.known.set(pid, now);
      this.emit({
        type: 'processSeen',
        sessionId: now.entry.sessionId,
        // An adopted one runs since its hook at least, not since this look.
        at: this.adopted.has(pid) ? now.entry.process.statusAt : this.clock(),
        process: now.entry.process,
      });
    }
  }

  /** A client that has removed its file may write it once more in its last moments, at rest. */
  private isLeaving({ entry }: Known): boolean {
    const { pid, procStart, status } = entry.process;
    if (!this.leaving.has(pid) || this.leaving.get(pid) !== procStart) return false;
    if (status === 'idle') return true;
    this.leaving.delete(pid);
    return false;
  }

  private async pids(): Promise<number[]> {
    try {
      const names = await readdir(this.folder);
      return names.map(registryPid).filter((pid) => pid !== undefined);
    } catch {
      this.unwatch(); // A folder that comes back is another one.
      return []; // No client has run here yet.
    }
  }

  /** The living process behind a file; a file that is half written keeps what was known. */
  private async read(pid: number): Promise<Known | undefined> {
    const before = this.known.get(pid);
    let known: Known | undefined;
    try {
      const text = await readFile(path.join(this.folder, `${pid}.json`), 'utf8');
      const entry = parseRegistryFile(text, pid);
      known = entry === undefined ? before : { entry, text };
    } catch {
      return undefined; // Removed since the folder was read.
    }
    if (known === undefined) return undefined;
    const alive = await this.processes.isAlive(pid, known.entry.process.procStart);
    return alive ? this.withCommand(known) : undefined;
  }

  /** Old clients tell no status; what runs below them tells whether a person has let a command run. */
  private async withCommand(known: Known): Promise<Known> {
    const { entry, text } = known;
    if (entry.process.status !== undefined) return known;
    const runsCommand = await this.processes.runsCommand(entry.process.pid);
    if (runsCommand === entry.process.runsCommand) return known;
    const process = { ...entry.process, runsCommand };
    return { entry: { ...entry, process }, text: `${text} ${runsCommand}` };
  }

  private async tellGone(pid: number, entry: RegistryEntry): Promise<void> {
    const left = (await this.pids()).includes(pid);
    this.known.delete(pid);
    // Without its folder nobody has taken a file away.
    if (!left && this.watcher !== undefined) this.leaving.set(pid, entry.process.procStart);
    this.tell(entry.sessionId, pid, left ? 'killed' : 'exited');
  }

  private tell(sessionId: string, pid: number, how: ProcessGoneEvent['how']): void {
    this.emit({ type: 'processGone', sessionId, at: this.clock(), pid, how });
  }
}
