import { watch, type FSWatcher } from 'node:fs';
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import type { ProcessGoneEvent, ProcessSeenEvent } from '../../../hub/domain/facts/event';
import { Coalescer } from '../../../util/coalesce';
import type { Disposable } from '../../../util/lifetime';
import { FolderArrival } from '../../../hub/ingest/folderArrival';
import type { ProcessTable } from '../../../hub/ingest/processes';
import { isFolderOf } from '../catalogue/projectFolder';
import {
  maxRegistryBytes,
  parseRegistryFile,
  registryPid,
  type RegistryEntry,
} from './registryFile';
import { SteadyTexts } from '../../../hub/ingest/steadyText';

/** Between two questions whether the known processes are there, and run a command, in ms: no file tells. */
const lifeSignMs = 100;

/** Between two looks that no watcher asked for, in ms: heals missed events and sees kills. */
const sweepMs = 500;

type RegistryEvent = ProcessSeenEvent | ProcessGoneEvent;

interface Known {
  readonly entry: RegistryEntry;
  readonly text: string;
  /** The session that the file itself names. */
  readonly written: string;
}

/** The session that a process runs instead of `over`, which its file names. */
interface Named {
  readonly sessionId: string;
  readonly over: string;
  /** Set when the session was found by exclusion, told by no hook. */
  readonly isGuess: boolean;
}

/** Follows `<config home>/sessions/<pid>.json` and the processes behind the files. Deletes nothing. */
export class Registry implements Disposable {
  private readonly known = new Map<number, Known>();
  /** Processes that only a hook has told of: old clients keep no registry. */
  private readonly adopted = new Map<number, RegistryEntry>();
  /** Sessions of processes without a status that run others than their files say: old clients do not keep them true. */
  private readonly named = new Map<number, Named>();
  /** Start times of processes that took their file away: they are about to end. */
  private readonly leaving = new Map<number, string | undefined>();
  private readonly texts = new SteadyTexts(maxRegistryBytes);
  private readonly looks = new Coalescer(() => this.look());
  private readonly lifeSigns = new Coalescer(() => this.askForLife());
  private watcher: FSWatcher | undefined;
  private readonly arrival: FolderArrival;
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly folder: string,
    private readonly processes: ProcessTable,
    private readonly emit: (event: RegistryEvent) => void,
    private readonly clock: () => number = Date.now,
  ) {
    this.arrival = new FolderArrival(folder, () => this.watchAndLook());
  }

  /** Resolves when every process that runs now has been told. */
  async start(): Promise<void> {
    this.watch();
    this.timers.push(
      setInterval(() => this.watchAndLook(), sweepMs),
      setInterval(() => void this.lifeSigns.run(), lifeSignMs),
    );
    await this.looks.run();
  }

  /** The sessions that living processes are known to run. */
  sessionIds(): ReadonlySet<string> {
    return new Set(Array.from(this.known.values(), ({ entry }) => entry.sessionId));
  }

  /** What the files of processes say that are gone: a client that is killed leaves its own behind. */
  async leftBehind(): Promise<readonly RegistryEntry[]> {
    const pids = (await this.pids()).filter((pid) => !this.known.has(pid));
    const entries = await Promise.all(
      pids.map(async (pid) => {
        const text = await this.texts.read(this.fileOf(pid)).catch(() => undefined);
        return text === undefined ? undefined : parseRegistryFile(text, pid);
      }),
    );
    return entries.filter((entry) => entry !== undefined);
  }

  /** A hook named the session of a process: follows its life where no registry file tells of it. */
  async adopt(pid: number, sessionId: string): Promise<void> {
    const known = this.known.get(pid)?.entry;
    const guess = this.named.get(pid);
    if (guess?.sessionId === sessionId) this.named.set(pid, { ...guess, isGuess: false });
    if (known?.sessionId === sessionId || keepsStatus(this.known, sessionId)) return;
    if (known !== undefined && !this.adopted.has(pid)) {
      if (known.process.status !== undefined) return; // Its file will tell.
      return this.rename(pid, sessionId, false);
    }
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

  /**
   * A session that grows though no process names it is run by the one client of its folder that keeps no
   * status: such a client resumes and clears without saying so. Of several it is the one whose own session
   * has no transcript. Does nothing where that leaves a choice.
   */
  async assign(
    sessionId: string,
    transcript: string,
    hasTranscript: (sessionId: string) => boolean,
  ): Promise<void> {
    const here = [...this.known].filter(([, { entry }]) => {
      const { status, cwd } = entry.process;
      return status === undefined && cwd !== undefined && isFolderOf(cwd, transcript);
    });
    const unwritten = here.filter(([, { entry }]) => !hasTranscript(entry.sessionId));
    const [only, ...others] = here.length === 1 ? here : unwritten;
    if (only !== undefined && others.length === 0) await this.rename(only[0], sessionId, true);
  }

  /** Whether no file and no hook names the session of a process: it was found by exclusion. */
  isGuess(pid: number): boolean {
    return this.named.get(pid)?.isGuess === true;
  }

  /** Asks the process of a session to end; false where neither its file nor a hook names it for certain. */
  async terminate(sessionId: string): Promise<boolean> {
    for (const [pid, { entry }] of this.known) {
      if (entry.sessionId !== sessionId || this.adopted.has(pid)) continue;
      if (this.isGuess(pid)) continue;
      const { procStart } = entry.process;
      const isNamed = procStart !== undefined || (await this.processes.startOf(pid)) === undefined;
      if (!isNamed || !(await this.processes.isAlive(pid, procStart))) continue;
      try {
        return process.kill(pid, 'SIGTERM');
      } catch {
        return false; // It went, or is somebody else's.
      }
    }
    return false;
  }

  dispose(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.unwatch();
    this.arrival.dispose();
  }

  private async rename(pid: number, sessionId: string, isGuess: boolean): Promise<void> {
    const over = this.known.get(pid)?.written;
    if (over === undefined) return;
    this.named.set(pid, { sessionId, over, isGuess });
    await this.looks.run();
  }

  private watchAndLook(): void {
    this.watch();
    void this.looks.run();
  }

  /** Every write counts: a file may be empty at the first sign of a change. */
  private watch(): void {
    if (this.watcher !== undefined) return;
    try {
      this.watcher = watch(this.folder, () => void this.looks.run());
      this.watcher.on('error', () => this.unwatch());
    } catch {
      // No client has run here yet, or the system's watches are used up: the sweeps go on.
      this.arrival.wait();
    }
  }

  private async askForLife(): Promise<void> {
    for (const [pid, known] of this.known) {
      const isAsKnown = this.processes.isThere(pid) && (await this.withCommand(known)) === known;
      if (!isAsKnown) return this.looks.run();
    }
  }

  private unwatch(): void {
    this.watcher?.close();
    this.watcher = undefined;
  }

  private async look(): Promise<void> {
    const found = new Map<number, Known>();
    const pids = await this.pids();
    this.texts.keepTo(pids.map((pid) => this.fileOf(pid)));
    await Promise.all(
      pids.map(async (pid) => {
        const known = await this.read(pid);
        if (known !== undefined && !this.isLeaving(known)) found.set(pid, known);
      }),
    );
    for (const [pid, entry] of this.adopted) {
      if (found.has(pid) || keepsStatus(found, entry.sessionId)) this.adopted.delete(pid);
      else if (!(await this.processes.isAlive(pid, entry.process.procStart)))
        this.adopted.delete(pid);
      else
        found.set(
          pid,
          await this.withCommand({ entry, text: entry.sessionId, written: entry.sessionId }),
        );
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

  private fileOf(pid: number): string {
    return path.join(this.folder, `${pid}.json`);
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
      const text = await this.texts.read(this.fileOf(pid));
      if (text === undefined) return undefined;
      const entry = parseRegistryFile(text, pid);
      known =
        entry === undefined ? before : this.withName({ entry, text, written: entry.sessionId });
    } catch {
      return undefined; // Removed since the folder was read.
    }
    if (known === undefined) return undefined;
    const { procStart, startedAt, statusAt } = known.entry.process;
    const alive = await this.processes.isAlive(pid, procStart, Math.max(startedAt, statusAt));
    return alive ? this.withCommand(known) : undefined;
  }

  /** Names the session that was assigned to a process, until its file says something else. */
  private withName(known: Known): Known {
    const { entry, text, written } = known;
    const { pid, status } = entry.process;
    const named = this.named.get(pid);
    if (named === undefined) return known;
    if (status !== undefined || named.over !== written) {
      this.named.delete(pid);
      return known;
    }
    const { sessionId } = named;
    return { entry: { ...entry, sessionId }, text: `${text} ${sessionId}`, written };
  }

  /** Old clients tell no status; what runs below them tells whether a person has let a command run. */
  private async withCommand(known: Known): Promise<Known> {
    const { entry, text, written } = known;
    if (entry.process.status !== undefined) return known;
    const runsCommand = await this.processes.runsCommand(entry.process.pid);
    if (runsCommand === entry.process.runsCommand) return known;
    const process = { ...entry.process, runsCommand };
    return { entry: { ...entry, process }, text: `${text} ${runsCommand}`, written };
  }

  private async tellGone(pid: number, entry: RegistryEntry): Promise<void> {
    const left = (await this.pids()).includes(pid);
    this.known.delete(pid);
    this.named.delete(pid);
    // Without its folder nobody has taken a file away.
    if (!left && this.watcher !== undefined) this.leaving.set(pid, entry.process.procStart);
    this.tell(entry.sessionId, pid, left ? 'killed' : 'exited');
  }

  private tell(sessionId: string, pid: number, how: ProcessGoneEvent['how']): void {
    this.emit({ type: 'processGone', sessionId, at: this.clock(), pid, how });
  }
}

/** True if a client that keeps a status runs the session. Its file decides: a hook, which anybody can send, names no other process. */
function keepsStatus(known: ReadonlyMap<number, Known>, sessionId: string): boolean {
  return [...known.values()].some(
    ({ entry }) => entry.sessionId === sessionId && entry.process.status !== undefined,
  );
}
