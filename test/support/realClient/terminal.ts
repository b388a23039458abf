import * as pty from '@lydell/node-pty';
import { Terminal as Emulator } from '@xterm/headless';
import { ChangeNotifier } from './changeNotifier.js';

export interface TerminalOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

export interface Exit {
  readonly exitCode: number;
  readonly signal: number | undefined;
}

const keys = {
  enter: '\r',
  escape: '\u001b',
  tab: '\t',
  'shift-tab': '\u001b[Z',
  backspace: '\u007f',
  space: ' ',
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  'ctrl-b': '\u0002',
  'ctrl-c': '\u0003',
  'ctrl-d': '\u0004',
  'ctrl-o': '\u000f',
  'ctrl-r': '\u0012',
  'ctrl-u': '\u0015',
  'ctrl-z': '\u001a',
} as const;

export type Key = keyof typeof keys;

const waitTimeoutMs = 40_000;

/** A program in a real pseudo terminal; its screen is read as text. */
export class Terminal {
  private readonly emulator: Emulator;
  private readonly process: pty.IPty;
  private readonly changes = new ChangeNotifier();
  private ended: Exit | undefined;
  readonly onExit: Promise<Exit>;

  constructor(options: TerminalOptions) {
    const { columns: cols = 120, rows = 40 } = options;
    this.emulator = new Emulator({ cols, rows, scrollback: 5000, allowProposedApi: true });
    this.process = pty.spawn(options.command, [...options.args], {
      name: 'xterm-256color',
      cols,
      rows,
      cwd: options.cwd,
      env: { ...options.env },
    });
    this.process.onData((data) => this.emulator.write(data));
    this.emulator.onData((answer) => this.write(answer));
    this.emulator.onWriteParsed(() => this.changes.notify());
    this.onExit = new Promise((resolve) => {
      this.process.onExit(({ exitCode, signal }) => {
        this.ended = { exitCode, signal };
        this.changes.notify();
        resolve(this.ended);
      });
    });
  }

  get pid(): number {
    return this.process.pid;
  }

  get exit(): Exit | undefined {
    return this.ended;
  }

  type(text: string): void {
    this.write(text);
  }

  /** Presses keys, each given by name or as a character. */
  press(...names: readonly (Key | (string & {}))[]): void {
    for (const name of names) this.write(name in keys ? keys[name as Key] : name);
  }

  /** The visible screen, without trailing blanks. */
  screen(): string {
    const { viewportY } = this.emulator.buffer.active;
    return this.lines(viewportY, viewportY + this.emulator.rows);
  }

  /** True if the character at that line and column of the screen is dim. */
  isDim(line: number, column: number): boolean {
    const { viewportY } = this.emulator.buffer.active;
    const cell = this.emulator.buffer.active.getLine(viewportY + line)?.getCell(column);
    return (cell?.isDim() ?? 0) !== 0;
  }

  /** The screen and everything that scrolled off it. */
  history(): string {
    return this.lines(0, this.emulator.buffer.active.length);
  }

  /** Resolves with the screen once it matches. */
  async waitForScreen(
    pattern: RegExp | string | ((screen: string) => boolean),
    timeoutMs = waitTimeoutMs,
  ): Promise<string> {
    const matches = createSessionMatcher(pattern);
    return this.waitUntil(
      () => matches(this.screen()),
      `the screen shows ${String(pattern)}`,
      timeoutMs,
    );
  }

  /** Checks the condition whenever the screen changes or the program ends. */
  async waitUntil(holds: () => boolean, what: string, timeoutMs = waitTimeoutMs): Promise<string> {
    const failure = (why: string): string => `${why} before ${what}. The screen:\n${this.screen()}`;
    return this.changes.waitFor(
      () => {
        if (holds()) return this.screen();
        if (this.ended !== undefined) throw new Error(failure('The program ended'));
        return undefined;
      },
      timeoutMs,
      () => failure(`${timeoutMs} ms passed`),
    );
  }

  /**
   * Calls the listener after every drawn piece of output and at the end; returns a function that
   * unsubscribes it.
   */
  onDidDraw(listener: () => void): () => void {
    return this.changes.subscribe(listener);
  }

  resize(columns: number, rows: number): void {
    this.emulator.resize(columns, rows);
    if (this.ended === undefined) this.process.resize(columns, rows);
  }

  /** Hangs up, as if the terminal's window were closed. */
  async close(): Promise<Exit> {
    return this.kill('SIGHUP');
  }

  async kill(signal: NodeJS.Signals): Promise<Exit> {
    if (this.ended === undefined) this.process.kill(signal);
    return this.onExit;
  }

  private write(data: string): void {
    if (this.ended === undefined) this.process.write(data);
  }

  private lines(from: number, to: number): string {
    const buffer = this.emulator.buffer.active;
    const lines: string[] = [];
    for (let y = from; y < to; y++) lines.push(buffer.getLine(y)?.translateToString(true) ?? '');
    return lines.join('\n').trimEnd();
  }
}

function createSessionMatcher(
  pattern: RegExp | string | ((screen: string) => boolean),
): (screen: string) => boolean {
  if (typeof pattern === 'function') return pattern;
  if (typeof pattern === 'string') return (screen) => screen.includes(pattern);
  return (screen) => pattern.test(screen);
}
