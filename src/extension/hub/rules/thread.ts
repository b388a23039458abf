import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { giveWay } from '../../util/startThread';
import { CallMatcher } from './callMatcher';
import { tryRules } from './ruleTrial';
import { SessionCalls } from './sessionCalls';
import type {
  FollowedFile,
  FromRuleThread,
  RuleThreadData,
  TestSubject,
  ToRuleThread,
} from './threadMessages';

/** Matches calls with a person's rules, in a thread of its own. */
class Rules {
  private readonly matchers: readonly CallMatcher[];
  private readonly sessions = new Map<string, SessionCalls>();
  /** Files with something new, those that wait the longest first. */
  private readonly waiting = new Map<string, FollowedFile>();
  private order = 0;
  private isReading = false;
  /** Settles when the last of the files has been read: no two are read at a time. */
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly port: MessagePort,
    data: RuleThreadData,
  ) {
    this.matchers = data.rules.map((rule) => new CallMatcher(rule));
  }

  start(): void {
    this.port.on('message', (message: ToRuleThread) => this.take(message));
  }

  private take(message: ToRuleThread): void {
    switch (message.type) {
      case 'read':
        this.order = message.order;
        for (const file of message.files) this.waiting.set(file.path, file);
        void this.readAll();
        break;
      case 'forget':
        this.sessions.delete(message.sessionId);
        for (const { path: file, sessionId } of this.waiting.values()) {
          if (sessionId === message.sessionId) this.waiting.delete(file);
        }
        break;
      case 'test':
        void this.test(message);
        break;
    }
  }

  private async readAll(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    do {
      for (const [file, followed] of this.waiting) {
        this.waiting.delete(file);
        await this.readNext(followed);
      }
      await this.last;
    } while (this.waiting.size > 0);
    this.isReading = false;
    this.post({ type: 'rested', order: this.order });
  }

  private readNext(file: FollowedFile): Promise<void> {
    this.last = this.last.then(() => this.readOne(file));
    return this.last;
  }

  private async readOne(file: FollowedFile): Promise<void> {
    const { sessionId } = file;
    const session = this.sessions.get(sessionId) ?? new SessionCalls(this.matchers);
    this.sessions.set(sessionId, session);
    try {
      const hasNews = await session.read(file);
      const isKnown = this.sessions.get(sessionId) === session;
      if (hasNews && isKnown) this.post({ type: 'found', sessionId, sets: session.sets });
    } catch (error) {
      this.post({ type: 'warn', message: `Cannot read ${file.path}: ${String(error)}` });
    }
  }

  private async test({ id, subject }: Extract<ToRuleThread, { type: 'test' }>): Promise<void> {
    try {
      await this.readFirst(subject);
      const result = await tryRules(this.matchers, subject);
      this.post({ type: 'tested', id, result });
    } catch (error) {
      this.post({ type: 'failed', id, reason: String(error) });
    }
  }

  /** The signals that labels go by are told before the test that looks at the same calls. */
  private async readFirst(subject: TestSubject): Promise<void> {
    if (!('length' in subject)) return;
    for (const file of subject) {
      this.waiting.delete(file.path);
      await this.readNext(file);
    }
  }

  private post(message: FromRuleThread): void {
    this.port.postMessage(message);
  }
}

if (parentPort !== null) {
  giveWay();
  new Rules(parentPort, workerData as RuleThreadData).start();
}
