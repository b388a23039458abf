import { ScreenTimeline } from '../realClient/screenTimeline';
import { Terminal, type Exit } from '../realClient/terminal';
import type { CodexHome } from './codexHome';
import { installCodex } from './install';
import { codexScreenState, composerText, lastPrompt, type CodexScreenState } from './screenState';

export interface CodexOptions {
  readonly home: CodexHome;
  readonly cwd?: string;
  readonly args?: readonly string[];
  /** State of the screen when the client is ready for the test. */
  readonly ready?: CodexScreenState;
}

const startTimeoutMs = 60_000;
/** Quitting a shared session takes the client 5 s. */
const exitTimeoutMs = 60_000;

/** The real Codex in a real terminal, operated as by a person. */
export class CodexSession {
  readonly timeline: ScreenTimeline<CodexScreenState>;

  constructor(readonly terminal: Terminal) {
    this.timeline = new ScreenTimeline<CodexScreenState>(terminal, codexScreenState);
  }

  /** Starts the client and waits until it is ready. */
  static async start(options: CodexOptions): Promise<CodexSession> {
    const { home, cwd = home.project, args = [], ready = 'prompt' } = options;
    const command = await installCodex();
    const session = new CodexSession(new Terminal({ command, args, cwd, env: home.environment() }));
    try {
      await session.timeline.waitFor(ready, startTimeoutMs);
      return session;
    } catch (error) {
      await session.dispose();
      throw error;
    }
  }

  get pid(): number {
    return this.terminal.pid;
  }

  get state(): CodexScreenState {
    return this.timeline.state;
  }

  waitFor(
    state: CodexScreenState | readonly CodexScreenState[],
    timeoutMs?: number,
  ): Promise<CodexScreenState> {
    return this.timeline.waitFor(state, timeoutMs);
  }

  /** Submits a prompt; resolves once it stands above the composer or in the queue. */
  async prompt(text: string): Promise<void> {
    const isQueued = (await this.timeline.waitFor(['prompt', 'working'])) === 'working';
    await this.enter(text);
    // The state of the timeline settles a moment after the screen.
    await this.timeline.waitUntil(() => {
      const screen = this.terminal.screen();
      const stands = isQueued || lastPrompt(screen) === text;
      return stands && codexScreenState(screen) === this.state;
    }, `${text} is submitted`);
  }

  /** Runs a slash command. */
  async command(text: string): Promise<void> {
    await this.timeline.waitFor(['prompt', 'working']);
    await this.enter(text);
  }

  /** Submits a prompt and waits until the client is idle or asks something. */
  async turn(text: string, timeoutMs?: number): Promise<CodexScreenState> {
    await this.prompt(text);
    return this.timeline.waitFor((state) => state !== 'working', timeoutMs);
  }

  /** Presses the key of a choice in the open dialog, and waits until the dialog has gone. */
  async choose(key: string): Promise<void> {
    const open = await this.timeline.waitFor(['permission', 'question', 'plan', 'dialog']);
    this.terminal.press(key);
    await this.timeline.waitFor((state) => state !== open);
  }

  /** Allows the command or the edits of the open dialog. */
  approve(): Promise<void> {
    return this.choose('y');
  }

  /** Interrupts the turn once the client says that Escape does so; before, it ignores the key. */
  async interrupt(): Promise<void> {
    await this.terminal.waitForScreen('esc to interrupt');
    this.escape();
  }

  escape(): void {
    this.terminal.press('escape');
  }

  /** Leaves by `/quit`. */
  async quit(): Promise<Exit> {
    await this.command('/quit');
    await this.timeline.waitFor('exited', exitTimeoutMs);
    return this.terminal.onExit;
  }

  /** Kills the client's terminal process if it still runs. */
  async dispose(): Promise<void> {
    await this.terminal.kill('SIGKILL');
  }

  /** Types the text and presses Enter, each once the one before is on the screen. */
  private async enter(text: string): Promise<void> {
    const isTyped = (): boolean => composerText(this.terminal.screen()) === text;
    this.terminal.type(text);
    await this.terminal.waitUntil(isTyped, `${text} stands in the composer`);
    this.terminal.press('enter');
    await this.terminal.waitUntil(
      () => !isTyped() || this.terminal.exit !== undefined,
      `${text} is taken from the composer`,
    );
  }
}
