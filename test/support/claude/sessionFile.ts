import * as fs from 'node:fs';
import * as path from 'node:path';
import { z } from 'zod';
import { ChangeNotifier } from '../realClient/changeNotifier.js';

const schema = z.looseObject({
  pid: z.number(),
  sessionId: z.string(),
  status: z.string().optional(),
  waitingFor: z.string().optional(),
  statusUpdatedAt: z.number().optional(),
});

export type SessionEntry = z.infer<typeof schema>;

const waitTimeoutMs = 40_000;
/** Interval of the checks for changes that the watcher missed, in ms. */
const sweepMs = 250;

/** The client's own record in `sessions/<pid>.json`, with the history of its statuses. */
export class SessionFile {
  /**
   * `busy`, `idle`, `shell`, `waiting: permission prompt`, … or `gone`. `at` is when it was read,
   * `since` when the client says it began, both in ms of the wall clock.
   */
  readonly statuses: { readonly at: number; readonly since: number; readonly status: string }[] =
    [];
  /**
   * Every session of the process, with the time at which it was first read, in ms of the wall
   * clock.
   */
  readonly sessions: { readonly at: number; readonly sessionId: string }[] = [];
  private current: SessionEntry | undefined;
  private readonly changes = new ChangeNotifier();
  private readonly sweep: NodeJS.Timeout;
  private readonly folderWatcher: fs.FSWatcher;
  private readonly file: string;

  constructor(configHome: string, pid: number) {
    const folder = path.join(configHome, 'sessions');
    fs.mkdirSync(folder, { recursive: true });
    this.file = path.join(folder, `${pid}.json`);
    // The watcher and the timer do not keep the process running; each wait has a timeout that does.
    this.folderWatcher = fs.watch(folder, { persistent: false }, () => this.read());
    this.sweep = setInterval(() => this.read(), sweepMs).unref();
    this.read();
  }

  get entry(): SessionEntry | undefined {
    return this.current;
  }

  get status(): string | undefined {
    return this.statuses.at(-1)?.status;
  }

  /** Resolves with the status once it matches, which may be now. */
  async waitFor(status: string | RegExp, timeoutMs = waitTimeoutMs): Promise<string> {
    const fits = (value: string): boolean =>
      typeof status === 'string' ? value === status : status.test(value);
    return this.changes.waitFor(
      () => (this.status !== undefined && fits(this.status) ? this.status : undefined),
      timeoutMs,
      () =>
        `No status ${String(status)} within ${timeoutMs} ms; it had: ${this.statuses.map((one) => one.status).join(', ')}`,
    );
  }

  dispose(): void {
    clearInterval(this.sweep);
    this.folderWatcher.close();
  }

  private read(): void {
    const status = this.readStatus();
    if (status === undefined || status === this.status) return;
    const at = Date.now();
    const since = status === 'gone' ? at : (this.current?.statusUpdatedAt ?? at);
    this.statuses.push({ at, since, status });
    this.changes.notify();
  }

  private readStatus(): string | undefined {
    let text: string;
    try {
      text = fs.readFileSync(this.file, 'utf8');
    } catch {
      return this.current === undefined ? undefined : 'gone';
    }
    const parsed = parseEntry(text);
    // The file is being written; the next read finds it complete.
    if (parsed === undefined) return undefined;
    this.current = parsed;
    const { sessionId } = parsed;
    if (this.sessions.at(-1)?.sessionId !== sessionId) {
      this.sessions.push({ at: Date.now(), sessionId });
    }
    const { status, waitingFor } = parsed;
    return waitingFor === undefined ? status : `${status}: ${waitingFor}`;
  }
}

function parseEntry(text: string): SessionEntry | undefined {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
