import { randomBytes } from 'node:crypto';
import type { AskingKey, KeysNews } from '../../../shared/protocol/keys';
import type { WindowMessage } from '../../../shared/protocol/windows';
import { WindowStreams } from '../../util/windowStreams';
import type { Disposable } from '../../util/lifetime';
import { codeOf, codeProof, keyName } from '../../util/keys/signing';
import { isSameSecret } from '../../util/hub/hubKey';
import type { Handlers } from '../serve/callRouter';
import type { WindowListener } from '../serve/liveStream';
import { refusals } from '../serve/refusal';
import type { KnownKeys } from './knownKeys';

/** Maximum number of keys that wait for a person's decision at a time. */
const maxAsking = 3;
/**
 * Time in ms after a refusal during which requests for other keys are rejected, so that repeated
 * questions can't wear a person down.
 */
const refusalPauseMs = 60_000;
/**
 * Maximum number of questions in a period, in ms: each one opens a dialog, even if it is withdrawn.
 */
const questionLimit = { questions: 6, ms: 10 * 60_000 };
/**
 * A code is invalidated after this many wrong attempts; the terminal shows the next one after this
 * time, in ms.
 */
const maxWrongAttempts = 5;
const nextCodeMs = 60_000;

export interface KeyConfirmationParts {
  readonly keys: KnownKeys;
  /** Name of the running hub; each start has a different one. */
  readonly hub: string;
  readonly send: (window: string, message: WindowMessage) => void;
  /** Shows a code where only a person can read it; absent if a window started the hub. */
  readonly showCode: ((code: string) => void) | undefined;
}

/**
 * Adds known keys: a person confirms them in a window whose key is known, or with a code from the
 * terminal of a separately started hub.
 */
export class KeyConfirmation implements WindowListener, Disposable {
  private readonly windows = new WindowStreams();
  /** Keys that wait for a person's decision, by the window that requested it. */
  private readonly waitingKeys = new Map<string, AskingKey>();
  private readonly subscription: Disposable;
  /** Time of the process's monotonic clock, which a change of the system time does not affect. */
  private quietUntil = 0;
  /** Times of the last questions, by the same clock. */
  private recentQuestions: number[] = [];
  private code: string | undefined;
  private wrongAttempts = 0;
  private nextCodeTimer: NodeJS.Timeout | undefined;

  constructor(private readonly parts: KeyConfirmationParts) {
    this.subscription = parts.keys.onDidChange(() => this.onKeys());
  }

  /** Shows the first code; must be called once the hub can receive it. */
  begin(): void {
    this.newCode();
  }

  get calls(): Handlers<'askForKey' | 'acceptKey' | 'refuseKey' | 'giveCode'> {
    const { keys } = this.parts;
    return {
      askForKey: ({ window, publicKey, label }) => {
        if (!this.windows.has(window)) return refusals.window;
        if (keys.get(keyName(publicKey)) !== undefined) return undefined;
        const before = this.waitingKeys.get(window);
        if (before?.publicKey === publicKey && before.label === label) return undefined;
        const now = performance.now();
        this.recentQuestions = this.recentQuestions.filter((at) => now - at < questionLimit.ms);
        const isFull = before === undefined && this.waitingKeys.size >= maxAsking;
        const isFlood = this.recentQuestions.length >= questionLimit.questions;
        if (isFull || isFlood || now < this.quietUntil) return refusals.keysAsking;
        this.recentQuestions.push(now);
        this.waitingKeys.set(window, { publicKey, label });
        return this.publish();
      },
      acceptKey: ({ publicKey }) => keys.add([publicKey]),
      refuseKey: ({ publicKey }) => {
        this.quietUntil = performance.now() + refusalPauseMs;
        for (const [window, one] of this.waitingKeys) {
          if (one.publicKey === publicKey) this.waitingKeys.delete(window);
        }
        this.publish();
      },
      giveCode: ({ publicKey, proof }) => {
        if (this.nextCodeTimer !== undefined) return refusals.codeSoon;
        if (!this.isCode(publicKey, proof)) return refusals.code;
        keys.add([publicKey]);
        return this.newCode(); // A code is valid for one key.
      },
    };
  }

  connect(window: string): void {
    this.windows.add(window);
    this.parts.send(window, { type: 'keys', data: this.keysState });
  }

  /** Drops the question of a window that disconnected. */
  disconnect(window: string): void {
    if (!this.windows.remove(window)) return;
    if (this.waitingKeys.delete(window)) this.publish();
  }

  dispose(): void {
    clearTimeout(this.nextCodeTimer);
    this.subscription.dispose();
  }

  private get keysState(): KeysNews {
    const known = [...this.parts.keys.names];
    return {
      known,
      asking: [...this.waitingKeys.values()],
      hasCode: this.parts.showCode !== undefined,
    };
  }

  /** Drops questions about keys that are known by now. */
  private onKeys(): void {
    for (const [window, { publicKey }] of this.waitingKeys) {
      if (this.parts.keys.get(keyName(publicKey)) !== undefined) this.waitingKeys.delete(window);
    }
    this.publish();
  }

  private publish(): void {
    for (const window of this.windows.keys())
      this.parts.send(window, { type: 'keys', data: this.keysState });
  }

  private isCode(publicKey: string, proof: string): boolean {
    if (this.code === undefined) return false;
    if (isSameSecret(codeProof(this.code, this.parts.hub, publicKey), proof)) return true;
    this.wrongAttempts += 1;
    if (this.wrongAttempts >= maxWrongAttempts) this.invalidateCode();
    return false;
  }

  /**
   * Invalidates the code, and shows the next one after a while, so that guessing does not fill the
   * terminal with codes.
   */
  private invalidateCode(): void {
    this.code = undefined;
    this.nextCodeTimer = setTimeout(() => {
      this.nextCodeTimer = undefined;
      this.newCode();
      this.publish();
    }, nextCodeMs).unref();
    this.publish();
  }

  private newCode(): void {
    if (this.parts.showCode === undefined) return;
    this.wrongAttempts = 0;
    this.code = codeOf(randomBytes(10));
    this.parts.showCode(this.code);
  }
}
