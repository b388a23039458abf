import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { installClient, pinnedVersion } from './install.js';
import { IsolatedHome, type HomeOptions } from './isolatedHome.js';
import {
  dialogOptions,
  dialogText,
  inputLine,
  inputText,
  lastTurn,
  screenState,
  type ScreenState,
} from './screenState.js';
import { ScreenTimeline } from '../realClient/screenTimeline.js';
import type { ScriptedApi } from './scriptedApi.js';
import { SessionFile } from './sessionFile.js';
import { Terminal, type Exit } from '../realClient/terminal.js';
import { waitFixedTime } from '../waitFixedTime.js';

export interface ClientOptions extends HomeOptions {
  readonly api: ScriptedApi;
  /** Home to use; without it a new one is created and disposed with the session. */
  readonly home?: IsolatedHome;
  readonly cwd?: string;
  readonly args?: readonly string[];
  /** Command before the client's own, such as one that runs it as another user. */
  readonly as?: readonly string[];
  readonly version?: string;
  readonly columns?: number;
  readonly rows?: number;
  /** State of the client's screen when it is ready for the test. */
  readonly ready?: ScreenState;
}

const startTimeoutMs = 60_000;
/** A dialog ignores keys in the first tenth of a second after it appears, in ms. */
const keyGuardMs = 500;
const echoTimeoutMs = 2_000;
/**
 * Timeouts of the attempts to see an echo, in ms: keys are lost only in the client's first moments,
 * and arrive late on a busy machine.
 */
const patienceMs = [echoTimeoutMs, 10_000, 30_000];
/** Timeout, in ms, for the echo of a client that has echoed before. */
const latePatienceMs = 40_000;
/** Timeout, in ms, for a turn to appear on a busy machine. */
const beginTimeoutMs = 5_000;
/** A client that exits runs its hooks first. */
const exitTimeoutMs = 60_000;
const modeCount = 6;
const modeSettleMs = 400;

/** The real client in a real terminal, operated as by a person. */
export class ClientSession {
  readonly timeline: ScreenTimeline<ScreenState>;
  readonly file: SessionFile;
  /** True after typed text appeared in the input box once. */
  private hasEchoed = false;

  constructor(
    readonly terminal: Terminal,
    readonly home: IsolatedHome,
    private readonly ownsHome: boolean,
  ) {
    this.timeline = new ScreenTimeline<ScreenState>(terminal, screenState);
    this.file = new SessionFile(home.configHome, terminal.pid);
  }

  get pid(): number {
    return this.terminal.pid;
  }

  get sessionId(): string | undefined {
    return this.file.entry?.sessionId;
  }

  get state(): ScreenState {
    return this.timeline.state;
  }

  async waitFor(
    state: ScreenState | readonly ScreenState[],
    timeoutMs?: number,
  ): Promise<ScreenState> {
    return this.timeline.waitFor(state, timeoutMs);
  }

  /** Submits a prompt or a slash command; resolves once a prompt's turn has begun. */
  async prompt(text: string): Promise<void> {
    await this.timeline.waitFor(['prompt', 'background', 'working']);
    const { length } = this.timeline.changes;
    const before = lastTurn(this.terminal.screen());
    const wasWorking = this.state === 'working';
    await this.enter(text);
    if (text.startsWith('/') || wasWorking) return;
    try {
      await this.timeline.waitUntil(
        () => this.timeline.changes.length > length || this.hasEnded(text, before),
        `${text} begins`,
        beginTimeoutMs,
      );
    } catch (error) {
      // A turn that looks like the previous one may end before the screen was read.
      const stands = this.terminal.screen().includes(`❯ ${text}`);
      if (!stands || this.input().includes(withoutSpaces(text))) throw error;
    }
  }

  /**
   * True if the turn ended before its work was read: the screen then shows its prompt with an
   * answer.
   */
  private hasEnded(text: string, before: string | undefined): boolean {
    const screen = this.terminal.screen();
    const turn = lastTurn(screen);
    if (turn === undefined || turn === before || screenState(screen) === 'working') return false;
    const stands = withoutSpaces(turn).startsWith(`❯${withoutSpaces(text)}`);
    return stands && /^(?:[●⏺] |  ⎿ )/m.test(turn);
  }

  /** Submits a prompt and waits until the client is idle or asks something. */
  async turn(text: string, timeoutMs?: number): Promise<ScreenState> {
    await this.prompt(text);
    return this.timeline.waitFor((state) => state !== 'working', timeoutMs);
  }

  /** Resolves once a dialog is open that no longer ignores keys. */
  async takesKeys(): Promise<void> {
    await this.timeline.waitFor(['permission', 'question', 'plan', 'dialog']);
    const shownAt = this.timeline.changes.at(-1)?.at ?? 0;
    await waitFixedTime(Math.max(0, shownAt + keyGuardMs - Date.now()));
  }

  /** Chooses the first option of the open dialog whose label matches. */
  async choose(label: RegExp): Promise<void> {
    await this.takesKeys();
    const shown = this.dialog();
    const option = dialogOptions(this.terminal.screen()).find((each) => label.test(each.label));
    if (option === undefined) throw new Error(`No choice ${label} in:\n${shown}`);
    await this.repeatUntil(
      () => this.terminal.press(option.digit),
      () => this.dialog() !== shown,
      `choice ${label} is taken`,
    );
  }

  async answerYes(): Promise<void> {
    await this.choose(/^Yes/);
  }

  async answerNo(): Promise<void> {
    await this.choose(/^No/);
  }

  /** Approves the plan on the screen; edits still require approval. */
  async approvePlan(): Promise<void> {
    await this.choose(/^Yes, .*manually/);
  }

  /** Presses shift-tab until the line below the input box names the mode, such as `plan mode`. */
  async switchMode(mode: string): Promise<void> {
    const footer = (): string => this.terminal.screen().split('\n').slice(-3).join('\n');
    const shown = (): boolean => footer().includes(`${mode} on`);
    // The line may also change on its own, in which case an extra press may still be in flight.
    const isModeStable = async (): Promise<boolean> => {
      if (shown()) await waitFixedTime(modeSettleMs);
      return shown();
    };
    for (let presses = 0; !(await isModeStable()); presses++) {
      if (presses > modeCount) throw new Error(`No ${mode} to switch to:\n${footer()}`);
      if (shown()) continue;
      const before = footer();
      this.terminal.press('shift-tab');
      await this.terminal.waitUntil(() => footer() !== before, 'the mode changes');
    }
  }

  escape(): void {
    this.terminal.press('escape');
  }

  /** Leaves by `/exit`, from the input box. */
  async exit(): Promise<Exit> {
    await this.prompt('/exit');
    await this.timeline.waitFor('exited', exitTimeoutMs);
    return this.terminal.onExit;
  }

  /** Kills the client if it still runs, and removes the home it owns. */
  async dispose(): Promise<void> {
    await this.terminal.kill('SIGKILL');
    this.file.dispose();
    if (this.ownsHome) await this.home.dispose();
  }

  /**
   * Types the text and presses Enter separately, checking each: early keys may be lost while the
   * client starts, later ones only arrive late.
   */
  private async enter(text: string): Promise<void> {
    const typed = withoutSpaces(text);
    const stands = (): boolean => this.input() === typed;
    let isRepeated = false;
    await this.repeatUntil(
      async () => {
        // The first attempt may only be late, so the box is cleared before a second one.
        if (isRepeated || this.input() !== '') {
          // Waits for the cleared box: a client that reads both at once treats the key as pasted
          // text.
          this.terminal.press('ctrl-u');
          await this.terminal.waitUntil(() => this.input() === '', 'the input box is empty');
        }
        this.terminal.type(text);
        isRepeated = true;
      },
      stands,
      `${text} stands in the input box`,
      this.hasEchoed ? [latePatienceMs] : patienceMs,
    );
    this.hasEchoed = true;
    await this.repeatUntil(
      () => this.terminal.press('enter'),
      () => !stands(),
      `${text} is submitted`,
    );
  }

  /** Cancels what is open or runs until the input box is there again. */
  async returnToPrompt(): Promise<void> {
    if (this.state === 'prompt') return;
    await this.repeatUntil(
      () => this.escape(),
      () => this.state === 'prompt',
      'the client is at its prompt again',
      [10_000, 10_000, 10_000],
    );
  }

  private async repeatUntil(
    act: () => void | Promise<void>,
    done: () => boolean,
    what: string,
    tries: readonly number[] = patienceMs,
  ): Promise<void> {
    const ended = (): boolean => done() || this.terminal.exit !== undefined;
    for (const [attempt, patience] of tries.entries()) {
      await act();
      try {
        await this.terminal.waitUntil(ended, what, patience);
        return;
      } catch (error) {
        if (attempt === tries.length - 1) throw error;
      }
    }
  }

  /**
   * Text of the input box without spaces; empty for a placeholder, which is dim except for its
   * first letter under the caret.
   */
  private input(): string {
    const screen = this.terminal.screen();
    const line = inputLine(screen);
    if (line !== undefined && this.terminal.isDim(line, '❯ To'.length - 1)) return '';
    return withoutSpaces(inputText(screen) ?? '');
  }

  private dialog(): string {
    return dialogText(this.terminal.screen());
  }
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '');
}

/** Behaves like an npm that cannot reach a registry. */
const npmOffline = `#!/bin/sh
case $* in *'config get prefix') echo /usr ;; *) exit 1 ;; esac
`;

/**
 * Search path with a stub for npm, which older clients run four times at their start to look for
 * updates.
 */
async function withoutNpm(home: IsolatedHome, searchPath = ''): Promise<string> {
  const folder = path.join(home.folder, 'npm-offline');
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(path.join(folder, 'npm'), npmOffline, { mode: 0o755 });
  return `${folder}${path.delimiter}${searchPath}`;
}

/** Starts the client in a project of an isolated home and waits until it is ready. */
export async function startClient(options: ClientOptions): Promise<ClientSession> {
  const command = await installClient(options.version);
  const home = options.home ?? (await IsolatedHome.create(options));
  const [first = command, ...words] = [...(options.as ?? []), command, ...(options.args ?? [])];
  const env = home.environment(options.api.url);
  const isOlder = options.version !== undefined && options.version !== pinnedVersion;
  const terminal = new Terminal({
    command: first,
    args: words,
    cwd: options.cwd ?? home.project,
    env: isOlder ? { ...env, PATH: await withoutNpm(home, env['PATH']) } : env,
    ...(options.columns === undefined ? {} : { columns: options.columns }),
    ...(options.rows === undefined ? {} : { rows: options.rows }),
  });
  const session = new ClientSession(terminal, home, options.home === undefined);
  try {
    await session.timeline.waitFor(options.ready ?? 'prompt', startTimeoutMs);
    return session;
  } catch (error) {
    await session.dispose();
    throw error;
  }
}
