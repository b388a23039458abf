import { spawn, type ChildProcess } from 'node:child_process';
import * as path from 'node:path';
import { environmentFor } from './programs';
import type { CarrierHost } from './way';

/** Last words of a program that are kept, in characters. */
const keptWords = 8_000;
/** A program that was told to end is gone within this, in ms, or what ties it to us is killed. */
const leaveMs = 6_000;

/** A program that runs in the foreground for as long as the hub wants it, and no longer than the hub. */
export class Tethered {
  private said = '';
  private isOver = false;
  private onWords: (() => void) | undefined;
  private readonly child: ChildProcess;
  /** Settles when it has ended. */
  readonly ended: Promise<void>;

  constructor(file: string, args: readonly string[], { scripts, env }: CarrierHost) {
    this.child = spawn(process.execPath, [path.join(scripts, 'tether.js'), file, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...environmentFor(env), ELECTRON_RUN_AS_NODE: '1' },
      windowsHide: true,
    });
    this.child.stdin?.on('error', () => undefined); // It is gone, which its end tells.
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => this.hear(text));
    }
    this.ended = new Promise((resolve) => {
      const over = (): void => {
        this.isOver = true;
        this.onWords?.();
        resolve();
      };
      this.child.once('error', ({ message }) => {
        this.hear(message);
        over();
      });
      this.child.once('close', over);
    });
  }

  /** All that it said, or the end of it. */
  get words(): string {
    return this.said;
  }

  get hasEnded(): boolean {
    return this.isOver;
  }

  /** Makes `heard` look once more, as time alone may tell something, too. */
  lookAgain(): void {
    this.onWords?.();
  }

  /** Looks at its words at each new one and at its end, until `look` gives something. */
  async heard<T>(look: (words: string) => T | undefined, signal: AbortSignal): Promise<T> {
    for (;;) {
      const found = look(this.said);
      if (found !== undefined) return found;
      signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        this.onWords = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  /** Settles when it has ended; never rejects. */
  async end(): Promise<void> {
    this.child.stdin?.end();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), leaveMs);
    await this.ended;
    clearTimeout(timer);
  }

  private hear(text: string): void {
    this.said = (this.said + text).slice(-keptWords);
    this.onWords?.();
  }
}
