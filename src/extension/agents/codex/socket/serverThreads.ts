import type { RetryState } from '../../../hub/domain/facts/session';
import { Emitter } from '../../../util/emitter';
import type { SessionStatus } from '../../statusedProcesses';
import type { RpcConnection } from '../../../util/rpc/rpcConnection';
import { isThreadId } from '../names/threadIds';
import {
  loadedThreadsSchema,
  threadAnswerSchema,
  type ServerThread,
  type ThreadStatus,
} from './serverMessages';

/** Most threads that are known, and that are read at a time; a server rarely has a dozen. */
const maxThreads = 500;

/** Threads that the program starts for itself. */
const ownSources: ReadonlySet<unknown> = new Set(['guardian_review', 'thread_title']);

/** Flags of an active thread, with what it waits for in the words of a registry. */
const waits: readonly (readonly [flag: string, waitingFor: string])[] = [
  ['waitingOnApproval', 'permission prompt'],
  ['waitingOnUserInput', 'input needed'],
];

/** The end of the program's message about a request that it repeats, such as `2/5`. */
const attempts = /(?<attempt>\d{1,4})\/(?<most>\d{1,4})$/u;

/** The threads that the shared server has loaded, as it reports them. */
export class ServerThreads {
  private readonly threads = new Map<string, ServerThread>();
  /** Statuses, also those of threads that are still being read. */
  private readonly statuses = new Map<string, ThreadStatus>();
  /** Requests to the model that are repeated, by the threads whose turns made them. */
  private readonly retries = new Map<string, RetryState>();
  /** Threads that are being read. */
  private readonly reads = new Map<string, Promise<ServerThread | undefined>>();
  private readonly changes = new Emitter<string>();
  /** Fires with the id of a session whose threads or their status changed. */
  readonly onDidChange = this.changes.event;

  constructor(private readonly connection: Pick<RpcConnection, 'call'>) {}

  /** Reads the threads that were loaded before. */
  async load(): Promise<void> {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = loadedThreadsSchema.parse(
        await this.connection.call('thread/loaded/list', cursor === undefined ? {} : { cursor }),
      );
      ids.push(...page.data);
      cursor = page.nextCursor ?? undefined;
      if (page.data.length === 0) break;
    } while (cursor !== undefined && ids.length < maxThreads);
    await Promise.all(ids.slice(0, maxThreads).map((id) => this.read(id)));
  }

  get sessionIds(): readonly string[] {
    return [...new Set(Array.from(this.threads.values(), ({ sessionId }) => sessionId))];
  }

  /** Returns a thread, which is read if it is not known yet; undefined if it is not shown. */
  async find(threadId: string): Promise<ServerThread | undefined> {
    return this.threads.get(threadId) ?? this.read(threadId);
  }

  /** True if the server has loaded the thread, such as a session's own, which has its id. */
  has(threadId: string): boolean {
    return this.threads.has(threadId);
  }

  add(thread: ServerThread): ServerThread | undefined {
    const { id, sessionId, ephemeral, threadSource, status } = thread;
    if (ephemeral || ownSources.has(threadSource)) return undefined;
    // A session of another agent: its prompts and requests are no business of this server.
    if (!isThreadId(id) || !isThreadId(sessionId)) return undefined;
    // A status that arrived while the thread was read is newer.
    if (!this.statuses.has(id) && !this.storeStatus(id, status)) return undefined;
    if (this.statuses.get(id)?.type === 'notLoaded') return undefined;
    this.threads.set(id, thread);
    this.changes.fire(sessionId);
    return thread;
  }

  setStatus(threadId: string, status: ThreadStatus): void {
    if (status.type === 'notLoaded') return this.remove(threadId);
    if (!this.storeStatus(threadId, status)) return;
    if (status.type !== 'active') this.retries.delete(threadId);
    const thread = this.threads.get(threadId);
    if (thread === undefined) void this.read(threadId);
    else this.changes.fire(thread.sessionId);
  }

  remove(threadId: string): void {
    const thread = this.threads.get(threadId);
    this.statuses.delete(threadId);
    this.retries.delete(threadId);
    this.threads.delete(threadId);
    if (thread !== undefined) this.changes.fire(thread.sessionId);
  }

  /** Sets the program's message about a request that it repeats; undefined once it goes on. */
  setRetry(threadId: string, message: string | undefined): void {
    const thread = this.threads.get(threadId);
    const { attempt, most } = attempts.exec(message ?? '')?.groups ?? {};
    if (thread === undefined || (attempt === undefined && !this.retries.has(threadId))) return;
    const at = Date.now();
    const retry = { at, attempt: Number(attempt), maxRetries: Number(most), untilMs: at };
    if (attempt === undefined) this.retries.delete(threadId);
    else this.retries.set(threadId, retry);
    this.changes.fire(thread.sessionId);
  }

  /** True while a thread of the session has a turn. */
  isActive(sessionId: string): boolean {
    const { status = 'idle' } = this.statusOf(sessionId) ?? {};
    return status !== 'idle';
  }

  /** The session's status from all of its threads; undefined if none is loaded. */
  statusOf(sessionId: string): SessionStatus | undefined {
    const threads = [...this.threads.values()].filter((one) => one.sessionId === sessionId);
    const [first] = threads;
    if (first === undefined) return undefined;
    const { cwd, cliVersion: version } = this.threads.get(sessionId) ?? first;
    const active = threads
      .flatMap(({ id }) => this.statuses.get(id) ?? [])
      .filter((one) => one.type === 'active');
    const [, waitingFor] =
      waits.find(([flag]) => active.some(({ activeFlags }) => activeFlags.includes(flag))) ?? [];
    const status = waitingFor !== undefined ? 'waiting' : active.length > 0 ? 'busy' : 'idle';
    const retry = this.retries.get(sessionId);
    const hasFailed = this.statuses.get(sessionId)?.type === 'systemError';
    return { status, waitingFor, retry, hasFailed, cwd, version };
  }

  /** Stores the status of a thread; false if too many threads are known. */
  private storeStatus(threadId: string, status: ThreadStatus): boolean {
    if (!this.statuses.has(threadId) && this.statuses.size >= maxThreads) return false;
    this.statuses.set(threadId, status);
    return true;
  }

  private read(threadId: string): Promise<ServerThread | undefined> {
    const started = this.reads.get(threadId);
    if (started !== undefined) return started;
    if (this.reads.size >= maxThreads) return Promise.resolve(undefined);
    const read = this.readThread(threadId).finally(() => this.reads.delete(threadId));
    this.reads.set(threadId, read);
    return read;
  }

  private async readThread(threadId: string): Promise<ServerThread | undefined> {
    // A thread without a prompt yet, or one of a newer program, can't be read.
    const answer = await this.connection
      .call('thread/read', { threadId })
      .then((result) => threadAnswerSchema.safeParse(result).data)
      .catch(() => undefined);
    if (answer?.thread.id !== threadId) return undefined;
    return this.threads.get(threadId) ?? this.add(answer.thread);
  }
}
