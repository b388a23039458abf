import { spawn, type ChildProcess } from 'node:child_process';
import * as path from 'node:path';

/** Number of characters at the end of the output of a program that are kept. */
const maxOutputLength = 8_000;
/** Time in ms after which the tether process is killed if it does not end on request. */
const endTimeoutMs = 6_000;

export interface TetherPlace {
  /** Folder of the script `tether.js`. */
  readonly scripts: string;
  /** Environment of the program. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * A foreground program that runs until the hub ends it or it exits. `tether.ts` ends it if the hub
 * crashes.
 */
export class TetheredProgram {
  private output = '';
  private isEnded = false;
  private onOutput: (() => void) | undefined;
  private readonly child: ChildProcess;
  /** Resolves when the program has ended. */
  readonly ended: Promise<void>;

  constructor(file: string, args: readonly string[], { scripts, env }: TetherPlace) {
    this.child = spawn(process.execPath, [path.join(scripts, 'tether.js'), file, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
      windowsHide: true,
    });
    this.child.stdin?.on('error', () => undefined); // `close` reports the end.
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => this.readOutput(text));
    }
    this.ended = new Promise((resolve) => {
      const onEnded = (): void => {
        this.isEnded = true;
        this.onOutput?.();
        resolve();
      };
      this.child.once('error', ({ message }) => {
        this.readOutput(message);
        onEnded();
      });
      this.child.once('close', onEnded);
    });
  }

  /** The last part of the output of the program. */
  get lastOutput(): string {
    return this.output;
  }

  get hasEnded(): boolean {
    return this.isEnded;
  }

  /** Makes `waitForOutput` evaluate the output again, because its result may also depend on time. */
  recheckOutput(): void {
    this.onOutput?.();
  }

  /** Calls `look` with the output after each new text and at the end, until it returns a value. */
  async waitForOutput<T>(look: (words: string) => T | undefined, signal: AbortSignal): Promise<T> {
    for (;;) {
      const found = look(this.output);
      if (found !== undefined) return found;
      signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        this.onOutput = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  /** Ends the program; resolves when it has ended and never rejects. */
  async end(): Promise<void> {
    this.child.stdin?.end();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), endTimeoutMs);
    await this.ended;
    clearTimeout(timer);
  }

  private readOutput(text: string): void {
    this.output = (this.output + text).slice(-maxOutputLength);
    this.onOutput?.();
  }
}
