import type { Worker } from 'node:worker_threads';
import type { Log } from '../../util/log';
import { startThread } from '../../util/startThread';
import type {
  FollowedFile,
  FoundSignal,
  FromRuleThread,
  RuleThreadData,
  TestResult,
  TestSubject,
  ThreadRule,
  ToRuleThread,
} from './threadMessages';

/** Unexpected ends of the thread after which it is not started again. */
const mostFailures = 3;

/** One line of a transcript may be 8 MB, and is several times as much while it is read. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 };

export interface RuleThreadParts {
  /** The bundle of the thread. */
  readonly script: string;
  readonly log: Log;
  /** All that is known of a session by the rules that were set last. */
  readonly onFound: (sessionId: string, sets: ReadonlyMap<number, readonly FoundSignal[]>) => void;
  /** Everything that was to be read has been read. */
  readonly onRest: () => void;
}

interface Asked {
  readonly resolve: (result: TestResult) => void;
  readonly reject: (error: Error) => void;
}

/** The thread in which the expressions of persons run. There is none while there is no rule. */
export class RuleThread {
  private rules: readonly ThreadRule[] = [];
  private readonly files = new Map<string, FollowedFile>();
  private worker: Worker | undefined;
  private readonly asked = new Map<number, Asked>();
  private lastId = 0;
  private order = 0;
  private rested = 0;
  private failures = 0;
  private closed = false;

  constructor(private readonly parts: RuleThreadParts) {}

  /** False while no thread runs. */
  get isRunning(): boolean {
    return this.worker !== undefined;
  }

  /** True once all that was told has been read. */
  get isAtRest(): boolean {
    return this.order === this.rested;
  }

  /** Matches everything again. */
  setRules(rules: readonly ThreadRule[]): void {
    this.rules = rules;
    this.failures = 0;
    this.restart();
  }

  /** Follows a file, or reads what was added to one. */
  read(file: FollowedFile): void {
    this.files.set(file.path, file);
    this.send([file]);
  }

  forget(sessionId: string): void {
    for (const file of this.filesOf(sessionId)) this.files.delete(file.path);
    this.post({ type: 'forget', sessionId });
  }

  filesOf(sessionId: string): readonly FollowedFile[] {
    return [...this.files.values()].filter((file) => file.sessionId === sessionId);
  }

  /** Rejects where no thread runs, or it ends over the test. */
  test(subject: TestSubject): Promise<TestResult> {
    return new Promise((resolve, reject) => {
      if (this.worker === undefined) return reject(new Error('No rule runs'));
      this.lastId += 1;
      this.asked.set(this.lastId, { resolve, reject });
      this.post({ type: 'test', id: this.lastId, subject });
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.end();
  }

  private restart(): void {
    void this.end();
    if (this.rules.length === 0 || this.closed) return;
    const workerData: RuleThreadData = { rules: this.rules };
    const worker = startThread(this.parts.script, { workerData, resourceLimits });
    this.worker = worker;
    worker.on('message', (message: FromRuleThread) => {
      if (this.worker === worker) this.take(message);
    });
    worker.on('error', (error) => {
      if (this.worker === worker) this.fail(error.stack ?? error.message);
    });
    this.send([...this.files.values()]);
  }

  private async end(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    this.order = 0;
    this.rested = 0;
    for (const { reject } of this.asked.values()) reject(new Error('The rules are read anew'));
    this.asked.clear();
    await worker?.terminate();
  }

  private send(files: readonly FollowedFile[]): void {
    if (this.worker === undefined || files.length === 0) return;
    this.order += 1;
    this.post({ type: 'read', order: this.order, files });
  }

  private post(message: ToRuleThread): void {
    this.worker?.postMessage(message);
  }

  private take(message: FromRuleThread): void {
    switch (message.type) {
      case 'found':
        return this.parts.onFound(message.sessionId, message.sets);
      case 'rested':
        this.rested = message.order;
        if (this.isAtRest) this.parts.onRest();
        return undefined;
      case 'tested':
        this.asked.get(message.id)?.resolve(message.result);
        this.asked.delete(message.id);
        return undefined;
      case 'failed':
        this.asked.get(message.id)?.reject(new Error(message.reason));
        this.asked.delete(message.id);
        return undefined;
      case 'warn':
        return this.parts.log.warn(message.message);
    }
  }

  private fail(why: string): void {
    this.parts.log.warn(`The thread of the label rules is started again: ${why}`);
    this.failures += 1;
    if (this.failures < mostFailures) return this.restart();
    this.parts.log.error('The thread of the label rules failed again and again; it is left off');
    void this.end();
  }
}
