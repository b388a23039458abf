import { spawn, type ChildProcess } from 'node:child_process';
import * as path from 'node:path';
import { environmentFor } from './programs';
import type { CarrierHost } from './carrier';

/** Number of characters of a program's output that are kept. */
const keptWords = 8_000;
/** Time in ms after which the tether of a program that was asked to end is killed. */
const leaveMs = 6_000;

/** A foreground program that runs until the hub ends it, or ends itself. */
export class Tethered {
  private said = '';
  private isOver = false;
  private onWords: (() => void) | undefined;
  private readonly child: ChildProcess;
  /** Resolves when the program has ended. */
  readonly ended: Promise<void>;

  constructor(file: string, args: readonly string[], { scripts, env }: CarrierHost) {
    this.child = spawn(process.execPath, [path.join(scripts, 'tether.js'), file, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...environmentFor(env), ELECTRON_RUN_AS_NODE: '1' },
      windowsHide: true,
    });
    this.child.stdin?.on('error', () => undefined); // `close` reports the end.
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => this.readOutput(text));
    }
    this.ended = new Promise((resolve) => {
      const over = (): void => {
        this.isOver = true;
        this.onWords?.();
        resolve();
      };
      this.child.once('error', ({ message }) => {
        this.readOutput(message);
        over();
      });
      this.child.once('close', over);
    });
  }

  /** The program's output, or the end of it. */
  get words(): string {
    return this.said;
  }

  get hasEnded(): boolean {
    return this.isOver;
  }

  /** Makes `heard` check again, since passed time can matter as well. */
  lookAgain(): void {
    this.onWords?.();
  }

  /** Calls `look` with the output at each new text and at the end, until it returns a value. */
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

  /** Ends the program; resolves when it has ended, and never rejects. */
  async end(): Promise<void> {
    this.child.stdin?.end();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), leaveMs);
    await this.ended;
    clearTimeout(timer);
  }

  private readOutput(text: string): void {
    this.said = (this.said + text).slice(-keptWords);
    this.onWords?.();
  }
}
