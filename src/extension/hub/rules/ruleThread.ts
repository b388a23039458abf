import type { Worker } from 'node:worker_threads';
import type { RuleFault } from '../../../shared/protocol/layers/rules';
import type { Log } from '../../util/log';
import { startThread, threadClock } from '../../util/startThread';
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

/** While it has work, the thread is asked this often, in ms, whether it still answers. */
const tickMs = 500;
/** Questions without an answer after which the thread counts as stuck, unless it was waiting for a processor. */
const patientTicks = 4;
/** Ends of the thread that no rule is known to have caused, after which it is not started again. */
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
  /** The rule is off until others are set. */
  readonly onOff: (rule: number, why: RuleFault['why']) => void;
  readonly tickMs?: number;
  /** Stands still while the thread of that number waits for a processor. */
  readonly clock?: (thread: number) => number;
}

interface Asked {
  readonly resolve: (result: TestResult) => void;
  readonly reject: (error: Error) => void;
}

/** The thread in which the expressions of persons run. There is none while there is no rule. */
export class RuleThread {
  private rules: readonly ThreadRule[] = [];
  private readonly off = new Set<number>();
  private readonly files = new Map<string, FollowedFile>();
  private worker: Worker | undefined;
  private running = new Int32Array(new SharedArrayBuffer(8));
  private readonly asked = new Map<number, Asked>();
  private lastId = 0;
  private order = 0;
  private rested = 0;
  private unanswered = 0;
  /** When the first of them was put, by the clock of the thread. */
  private askedAt = 0;
  /** False until the thread said something: a busy machine takes its time to begin one. */
  private hasSpoken = false;
  private failures = 0;
  private tick: NodeJS.Timeout | undefined;
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

  /** Everything is matched anew; rules that were switched off are on again. */
  setRules(rules: readonly ThreadRule[]): void {
    this.rules = rules;
    this.off.clear();
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
      this.watch();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.end();
  }

  private restart(): void {
    void this.end();
    const rules = this.rules.filter(({ id }) => !this.off.has(id));
    if (rules.length === 0 || this.closed) return;
    const running = new SharedArrayBuffer(8);
    this.running = new Int32Array(running);
    const workerData: RuleThreadData = { rules, running };
    const worker = startThread(this.parts.script, { workerData, resourceLimits });
    this.worker = worker;
    this.hasSpoken = false;
    worker.on('message', (message: FromRuleThread) => {
      if (this.worker === worker) this.take(message);
    });
    worker.on('error', (error) => {
      if (this.worker === worker) this.fail(error.stack ?? error.message);
    });
    this.send([...this.files.values()]);
  }

  private async end(): Promise<void> {
    clearInterval(this.tick);
    this.tick = undefined;
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
    this.watch();
  }

  private post(message: ToRuleThread): void {
    this.worker?.postMessage(message);
  }

  private take(message: FromRuleThread): void {
    this.hasSpoken = true;
    switch (message.type) {
      case 'found':
        return this.parts.onFound(message.sessionId, message.sets);
      case 'rested':
        this.rested = message.order;
        if (this.isAtRest) this.parts.onRest();
        return undefined;
      case 'pong':
        this.unanswered = 0;
        return undefined;
      case 'struck':
        this.off.add(message.rule);
        return this.parts.onOff(message.rule, 'slow');
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

  /** Looks after the thread until it rests. */
  private watch(): void {
    if (this.tick !== undefined) return;
    this.unanswered = 0;
    this.tick = setInterval(() => this.look(), this.tickMs);
    this.tick.unref();
  }

  private look(): void {
    if (this.isAtRest && this.asked.size === 0) {
      clearInterval(this.tick);
      this.tick = undefined;
      return;
    }
    // A thread that is loaded is slow, not stuck: that takes a rule which runs.
    if (!this.hasSpoken && this.running[0] === 0) return;
    const { clock = threadClock } = this.parts;
    const now = clock(this.running[1] ?? 0);
    if (this.unanswered === 0) this.askedAt = now;
    const patienceMs = (patientTicks - 1) * this.tickMs;
    if (this.unanswered >= patientTicks && now - this.askedAt >= patienceMs) {
      return this.fail('it does not answer');
    }
    this.unanswered += 1;
    this.post({ type: 'ping' });
  }

  private get tickMs(): number {
    return this.parts.tickMs ?? tickMs;
  }

  /** Starts again without the rule that ran, if one did. */
  private fail(why: string): void {
    const rule = (this.running[0] ?? 0) - 1;
    const isKnown = rule >= 0 && !this.off.has(rule);
    this.parts.log.warn(`The thread of the label rules is started again: ${why}`);
    if (isKnown) {
      this.off.add(rule);
      this.parts.onOff(rule, 'stuck');
    } else {
      this.failures += 1;
    }
    if (this.failures < mostFailures) return this.restart();
    this.parts.log.error('The thread of the label rules failed again and again; it is left off');
    void this.end();
  }
}
