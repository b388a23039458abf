import { readFile, readlink } from 'node:fs/promises';
import type {
  ProcessGoneEvent,
  ProcessRecord,
  ProcessSeenEvent,
} from '../../../hub/domain/facts/event';
import { LockHolders, readFileLocks, type FileLock } from '../../../hub/ingest/fileLocks';
import { environmentOf, type ProcessTable } from '../../../hub/ingest/processes';
import { Coalescer } from '../../../util/coalesce';
import type { Disposable } from '../../../util/lifetime';
import type { Log } from '../../../util/log';
import { FolderWatches } from '../../transcripts/folderWatches';
import { isOurCommand } from '../../claude/settings/hookCommand';
import { lockedThread } from '../names/threadIds';

/** Interval, in ms, of checks for processes that died, and for commands that they run. */
const sweepMs = 500;

/**
 * Time, in ms, after which a thread without a transcript is a session that waits for its first
 * prompt: a subagent writes its transcript at once.
 */
const firstPromptMs = 1_000;

/**
 * Longest time, in ms, for which the transcript of a thread is not searched again. The time grows
 * with the age of the lock: a terminal may wait for its first prompt for hours.
 */
const maxWaitMs = 3_000;

/** Child processes that run a command: in the sandbox, or a shell outside of it. */
const commandLine = /(?:^|\/)codex-linux-sandbox\0|\0-l?c\0/u;

/** Environment variable that the program gives to commands, and not to hooks. */
const callVariable = /(?:^|\0)CODEX_TOOL_CALL_ID=/u;

/**
 * True for a child that runs a command, and not one of our hooks, which has a shell as well. The
 * last program of a command takes the place of its shell.
 */
async function isCommand(line: string, pid: string): Promise<boolean> {
  if (isOurCommand(line)) return false;
  return commandLine.test(line) || callVariable.test(await environmentOf(pid));
}

/** Command of a run without a terminal. */
const execArgument = '\0exec\0';

/**
 * Command of a server of several sessions: the one of all terminals, one that a person started, or
 * an editor's own.
 */
const serverArgument = '\0app-server\0';

export interface LockRegistryParts {
  /** Folder of the locks. */
  readonly folder: string;
  readonly processes: ProcessTable;
  readonly log: Log;
  readonly emit: (event: ProcessSeenEvent | ProcessGoneEvent) => void;
  /**
   * Returns whether a thread is a session, and not a subagent or a thread of the program itself;
   * undefined if it has no transcript yet.
   */
  readonly isSession: (threadId: string) => boolean | undefined;
}

/**
 * Knows which sessions are loaded, by the locks that their processes hold. A lock that is there but
 * free belongs to a process that died. Only Linux tells who holds a lock: elsewhere nothing is
 * known.
 */
export class LockRegistry implements Disposable {
  private readonly known = new Map<string, ProcessRecord>();
  /** Threads that are no sessions yet, with the time until which they are not searched again. */
  private readonly others = new Map<string, number>();
  private readonly reads = new Coalescer(() => this.read());
  private readonly watches: FolderWatches;
  private readonly watched: ReturnType<FolderWatches['group']>;
  private timer: NodeJS.Timeout | undefined;
  private isRunning = false;

  constructor(
    private readonly parts: LockRegistryParts,
    private readonly platform: NodeJS.Platform = process.platform,
  ) {
    this.watches = new FolderWatches(parts.folder, parts.log);
    this.watched = this.watches.group(1);
  }

  async start(): Promise<void> {
    if (this.platform !== 'linux') return;
    this.isRunning = true;
    await this.reads.run();
  }

  /** Looks at once for the lock of a session whose transcript was found. */
  async findLock(sessionId: string): Promise<void> {
    if (!this.isRunning || this.known.has(sessionId)) return;
    this.others.delete(sessionId);
    await this.reads.run();
  }

  sessionIds(): ReadonlySet<string> {
    return new Set(this.known.keys());
  }

  /** Ends the process of a session, unless it is the server, which runs other sessions, too. */
  async terminate(sessionId: string): Promise<boolean> {
    await this.reads.run();
    const known = this.known.get(sessionId);
    if (known === undefined || known.isShared === true) return false;
    if (!(await this.parts.processes.isAlive(known.pid, known.procStart))) return false;
    try {
      return process.kill(known.pid, 'SIGTERM');
    } catch {
      return false; // The process has ended, or belongs to another user.
    }
  }

  dispose(): void {
    this.isRunning = false;
    clearTimeout(this.timer);
    this.watches.dispose();
  }

  private async read(): Promise<void> {
    // The program creates the folder at its first start.
    this.watched.add(this.parts.folder, () => void this.reads.run());
    const locks = new Map<string, FileLock>();
    for (const lock of await readFileLocks(this.parts.folder)) {
      const threadId = lockedThread(lock.name);
      if (threadId !== undefined) locks.set(threadId, lock);
    }
    clearTimeout(this.timer);
    // A process that dies, takes up a lock or starts a command does not change the folder.
    if (this.isRunning && (locks.size > 0 || this.watches.size === 0))
      this.timer = setTimeout(() => void this.reads.run(), sweepMs).unref();
    for (const [sessionId, { pid }] of this.known) {
      const lock = locks.get(sessionId);
      if (lock?.pids.includes(pid) === true) continue;
      this.known.delete(sessionId);
      // A process that a signal ends leaves its locks behind.
      const how = lock === undefined ? 'exited' : lock.pids.length === 0 ? 'killed' : 'moved';
      const gone = { type: 'processGone', sessionId, at: Date.now(), pid, how } as const;
      this.parts.emit({ ...gone, ...(how === 'exited' && { isDeliberate: true }) });
    }
    for (const threadId of this.others.keys())
      if (!locks.has(threadId)) this.others.delete(threadId);
    const holders = new LockHolders((commandLine) => commandLine.includes('codex'));
    for (const [threadId, lock] of locks) {
      if (lock.pids.length === 0 || (this.others.get(threadId) ?? 0) > Date.now()) continue;
      const known = this.known.get(threadId) ?? (await this.processOf(threadId, lock, holders));
      const age = Date.now() - lock.file.mtimeMs;
      if (known !== undefined) await this.report(threadId, known);
      else if (this.others.get(threadId) !== Infinity)
        this.others.set(threadId, Date.now() + Math.min(age, maxWaitMs));
    }
  }

  /**
   * Returns the process that has loaded a session; undefined for any other thread, and as long as
   * it is unknown.
   */
  private async processOf(
    threadId: string,
    lock: FileLock,
    holders: LockHolders,
  ): Promise<ProcessRecord | undefined> {
    const at = Math.round(lock.file.mtimeMs); // The lock was made when the session was loaded.
    const isSession = this.parts.isSession(threadId);
    if (isSession === false) this.others.set(threadId, Infinity); // It never becomes one.
    const pid = isSession === false ? undefined : await holders.holderOf(lock);
    if (pid === undefined) return undefined;
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const isShared = line.includes(serverArgument);
    // Nothing is known of a session of the server before its first prompt, not even its folder.
    if (isSession === undefined && (isShared || Date.now() - at < firstPromptMs)) return undefined;
    const procStart = await this.parts.processes.startOf(pid);
    const started = { pid, procStart, statusAt: at, startedAt: at };
    if (isShared) return { ...started, isShared };
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    return { ...started, cwd, entrypoint: line.includes(execArgument) ? 'sdk-cli' : 'cli' };
  }

  /** Reports a session that is new, or whose process began or finished a command. */
  private async report(sessionId: string, known: ProcessRecord): Promise<void> {
    const isNew = !this.known.has(sessionId);
    const runsCommand =
      known.isShared === true
        ? undefined
        : await this.parts.processes.hasChild(known.pid, isCommand);
    if (!isNew && runsCommand === known.runsCommand) return;
    const process = { ...known, runsCommand };
    this.known.set(sessionId, process);
    this.parts.emit({ type: 'processSeen', sessionId, at: Date.now(), process });
  }
}
