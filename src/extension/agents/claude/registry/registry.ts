import { watch, type FSWatcher } from 'node:fs';
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import type { ProcessGoneEvent, ProcessSeenEvent } from '../../../hub/domain/facts/event';
import { Coalescer } from '../../../util/coalesce';
import type { Disposable } from '../../../util/lifetime';
import type { RegistryEntry, SessionRegistry } from '../../sources';
import { FolderArrival } from '../../../hub/ingest/folderArrival';
import type { ProcessTable } from '../../../hub/ingest/processes';
import { isToolShell } from '../names/processMarks';
import { isFolderOf } from '../catalogue/projectFolder';
import { maxRegistryBytes, parseRegistryFile, registryPid } from './registryFile';
import { SteadyTexts } from '../../../hub/ingest/steadyText';

/**
 * Interval, in ms, of checks whether known processes are alive and run a command, which no file
 * reports.
 */
const lifeCheckMs = 100;

/** Interval, in ms, of full checks, which find missed watcher events and killed processes. */
const sweepMs = 500;

type RegistryEvent = ProcessSeenEvent | ProcessGoneEvent;

interface KnownProcess {
  readonly entry: RegistryEntry;
  readonly text: string;
  /** The session id in the file itself. */
  readonly written: string;
}

/** The session that a process runs now; `replaced` is the one that its file names. */
interface AssignedSession {
  readonly sessionId: string;
  readonly replaced: string;
  /** True if the session was found by exclusion and not from a hook. */
  readonly isGuess: boolean;
}

/**
 * Tracks `<config home>/sessions/<pid>.json` and the processes behind the files. Deletes nothing.
 */
export class Registry implements SessionRegistry, Disposable {
  private readonly known = new Map<number, KnownProcess>();
  /** Processes known only from a hook: old clients have no registry. */
  private readonly adopted = new Map<number, RegistryEntry>();
  /**
   * Processes without a status whose session differs from the one in their file, which old clients
   * do not update.
   */
  private readonly assigned = new Map<number, AssignedSession>();
  /** Start times of processes that removed their file and are about to end. */
  private readonly leaving = new Map<number, string | undefined>();
  private readonly texts = new SteadyTexts(maxRegistryBytes);
  private readonly folderReads = new Coalescer(() => this.readFolder());
  private readonly lifeChecks = new Coalescer(() => this.checkLife());
  private watcher: FSWatcher | undefined;
  private readonly arrival: FolderArrival;
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly folder: string,
    private readonly processes: ProcessTable,
    private readonly emit: (event: RegistryEvent) => void,
    private readonly clock: () => number = Date.now,
  ) {
    this.arrival = new FolderArrival(folder, () => this.watchAndRead());
  }

  /** Resolves when all running processes have been reported. */
  async start(): Promise<void> {
    this.watch();
    this.timers.push(
      setInterval(() => this.watchAndRead(), sweepMs),
      setInterval(() => void this.lifeChecks.run(), lifeCheckMs),
    );
    await this.folderReads.run();
  }

  /** The ids of the sessions that running processes have. */
  sessionIds(): ReadonlySet<string> {
    return new Set(Array.from(this.known.values(), ({ entry }) => entry.sessionId));
  }

  /** The content of files whose process is gone: a killed client leaves its file behind. */
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

  /** Tracks the process that a hook named for a session, unless a registry file covers it. */
  async trackProcess(pid: number, sessionId: string): Promise<void> {
    const known = this.known.get(pid)?.entry;
    const guess = this.assigned.get(pid);
    if (guess?.sessionId === sessionId) this.assigned.set(pid, { ...guess, isGuess: false });
    if (known?.sessionId === sessionId || hasClientWithStatus(this.known, sessionId)) return;
    if (known !== undefined && !this.adopted.has(pid)) {
      if (known.process.status !== undefined) return; // Its registry file covers the process.
      return this.assignSession(pid, sessionId, false);
    }
    const at = this.clock();
    const procStart = await this.processes.startOf(pid);
    if (!(await this.processes.isAlive(pid, procStart))) return;
    if (this.leaving.has(pid) && this.leaving.get(pid) === procStart) return;
    this.adopted.set(pid, {
      sessionId,
      process: { pid, procStart, statusAt: at, startedAt: at },
    });
    await this.folderReads.run();
  }

  /**
   * Assigns a session whose transcript grows without a known process to the one client in its
   * folder without a status: such a client resumes and clears without an update of its file. Among
   * several, it is the one whose own session has no transcript. Does nothing if more than one
   * remains.
   */
  async assign(
    sessionId: string,
    transcript: string,
    hasTranscript: (sessionId: string) => boolean,
  ): Promise<void> {
    const candidates = [...this.known].filter(([, { entry }]) => {
      const { status, cwd } = entry.process;
      return status === undefined && cwd !== undefined && isFolderOf(cwd, transcript);
    });
    const unwritten = candidates.filter(([, { entry }]) => !hasTranscript(entry.sessionId));
    const [only, ...others] = candidates.length === 1 ? candidates : unwritten;
    if (only !== undefined && others.length === 0)
      await this.assignSession(only[0], sessionId, true);
  }

  /** True if the session of a process was found by exclusion: no file and no hook names it. */
  isGuess(pid: number): boolean {
    return this.assigned.get(pid)?.isGuess === true;
  }

  /**
   * Sends SIGTERM to the process of a session; false if neither its file nor a hook identifies it
   * for certain.
   */
  async terminate(sessionId: string): Promise<boolean> {
    for (const [pid, { entry }] of this.known) {
      if (entry.sessionId !== sessionId || this.adopted.has(pid)) continue;
      if (this.isGuess(pid)) continue;
      const { procStart } = entry.process;
      const isIdentified =
        procStart !== undefined || (await this.processes.startOf(pid)) === undefined;
      if (!isIdentified || !(await this.processes.isAlive(pid, procStart))) continue;
      try {
        return process.kill(pid, 'SIGTERM');
      } catch {
        return false; // The process ended, or belongs to another user.
      }
    }
    return false;
  }

  dispose(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.unwatch();
    this.arrival.dispose();
  }

  private async assignSession(pid: number, sessionId: string, isGuess: boolean): Promise<void> {
    const replaced = this.known.get(pid)?.written;
    if (replaced === undefined) return;
    this.assigned.set(pid, { sessionId, replaced, isGuess });
    await this.folderReads.run();
  }

  private watchAndRead(): void {
    this.watch();
    void this.folderReads.run();
  }

  /**
   * Watches the folder. Every event causes a read, because at the first event a file may still be
   * empty.
   */
  private watch(): void {
    if (this.watcher !== undefined) return;
    try {
      this.watcher = watch(this.folder, () => void this.folderReads.run());
      this.watcher.on('error', () => this.unwatch());
    } catch {
      // No client has run here yet, or the watch limit is reached: the periodic checks continue.
      this.arrival.wait();
    }
  }

  private async checkLife(): Promise<void> {
    for (const [pid, known] of this.known) {
      const isUnchanged = this.processes.isThere(pid) && (await this.withCommand(known)) === known;
      if (!isUnchanged) return this.folderReads.run();
    }
  }

  private unwatch(): void {
    this.watcher?.close();
    this.watcher = undefined;
  }

  private async readFolder(): Promise<void> {
    const found = new Map<number, KnownProcess>();
    const pids = await this.pids();
    this.texts.retainOnly(pids.map((pid) => this.fileOf(pid)));
    await Promise.all(
      pids.map(async (pid) => {
        const known = await this.read(pid);
        if (known !== undefined && !this.isLeaving(known)) found.set(pid, known);
      }),
    );
    for (const [pid, entry] of this.adopted) {
      if (found.has(pid) || hasClientWithStatus(found, entry.sessionId)) this.adopted.delete(pid);
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
      if (now === undefined) await this.reportGone(pid, entry);
      else if (now.entry.sessionId !== entry.sessionId)
        this.emitProcessGone(entry.sessionId, pid, 'moved');
    }
    for (const [pid, now] of found) {
      if (this.known.get(pid)?.text === now.text) continue;
      this.known.set(pid, now);
      this.emit({
        type: 'processSeen',
        sessionId: now.entry.sessionId,
        // An adopted process has run since its hook at least, not only since this check.
        at: this.adopted.has(pid) ? now.entry.process.statusAt : this.clock(),
        process: now.entry.process,
      });
    }
  }

  private fileOf(pid: number): string {
    return path.join(this.folder, `${pid}.json`);
  }

  /**
   * A client that has removed its file may write it once more while it exits, with an idle status.
   */
  private isLeaving({ entry }: KnownProcess): boolean {
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
      this.unwatch(); // A folder that is created again needs a new watch.
      return []; // No client has run here yet.
    }
  }

  /** The living process behind a file; an incomplete file yields the last known state. */
  private async read(pid: number): Promise<KnownProcess | undefined> {
    const before = this.known.get(pid);
    let known: KnownProcess | undefined;
    try {
      const text = await this.texts.read(this.fileOf(pid));
      if (text === undefined) return undefined;
      const entry = parseRegistryFile(text, pid);
      known =
        entry === undefined
          ? before
          : this.withAssignedSession({ entry, text, written: entry.sessionId });
    } catch {
      return undefined; // The file was removed after the folder was listed.
    }
    if (known === undefined) return undefined;
    const { procStart, startedAt, statusAt } = known.entry.process;
    const alive = await this.processes.isAlive(pid, procStart, Math.max(startedAt, statusAt));
    return alive ? this.withCommand(known) : undefined;
  }

  /** Replaces the session id by the assigned one, until the file changes. */
  private withAssignedSession(known: KnownProcess): KnownProcess {
    const { entry, text, written } = known;
    const { pid, status } = entry.process;
    const assigned = this.assigned.get(pid);
    if (assigned === undefined) return known;
    if (status !== undefined || assigned.replaced !== written) {
      this.assigned.delete(pid);
      return known;
    }
    const { sessionId } = assigned;
    return { entry: { ...entry, sessionId }, text: `${text} ${sessionId}`, written };
  }

  /**
   * Adds whether a client without a status runs a command: old clients report no status, but their
   * child processes show whether a person has allowed a command.
   */
  private async withCommand(known: KnownProcess): Promise<KnownProcess> {
    const { entry, text, written } = known;
    if (entry.process.status !== undefined) return known;
    const runsCommand = await this.processes.hasChild(entry.process.pid, isToolShell);
    if (runsCommand === entry.process.runsCommand) return known;
    const process = { ...entry.process, runsCommand };
    return { entry: { ...entry, process }, text: `${text} ${runsCommand}`, written };
  }

  private async reportGone(pid: number, entry: RegistryEntry): Promise<void> {
    const left = (await this.pids()).includes(pid);
    this.known.delete(pid);
    this.assigned.delete(pid);
    // If the whole folder is gone, the processes did not remove their files.
    if (!left && this.watcher !== undefined) this.leaving.set(pid, entry.process.procStart);
    this.emitProcessGone(entry.sessionId, pid, left ? 'killed' : 'exited');
  }

  private emitProcessGone(sessionId: string, pid: number, how: ProcessGoneEvent['how']): void {
    this.emit({ type: 'processGone', sessionId, at: this.clock(), pid, how });
  }
}

/**
 * True if a client with a status runs the session. Its registry file is authoritative: a hook,
 * which any program can send, cannot assign the session to another process.
 */
function hasClientWithStatus(known: ReadonlyMap<number, KnownProcess>, sessionId: string): boolean {
  return [...known.values()].some(
    ({ entry }) => entry.sessionId === sessionId && entry.process.status !== undefined,
  );
}
