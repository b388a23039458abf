import { setTimeout as pause } from 'node:timers/promises';
import type { ScriptedApi } from '../support/claude/scriptedApi';
import type { ScreenState } from '../support/claude/screenState';
import type { ClientSession } from '../support/claude/session';
import { workOf } from './agentWork';
import { armedRuns } from './armedRuns';
import { shortCallMs } from './measure';
import { terminalTruth, type Declared } from './terminalTruth';
import { truths, type Truth, type TruthChange } from './truth';

const markers = /\[\[([\w-]+)\]\]/g;

const keyPauseMs = 400;
/** A call for a person that is shorter is not held against the board when it was never told. */
const readMs = shortCallMs;

/** A person at one terminal: acts, and knows the meaning of each act. */
export class Person {
  private readonly declared: Declared[] = [];
  private readonly prompted: TruthChange[] = [];
  private readonly typed = new Set<string>();
  /** When Escape had called a wake-up off, by the screen. */
  private readonly calledOff: number[] = [];

  constructor(
    readonly session: ClientSession,
    private readonly api: ScriptedApi,
  ) {}

  get sessionId(): string {
    const id = this.session.sessionId;
    if (id === undefined) throw new Error('The client has no session yet');
    return id;
  }

  /** Submits a prompt; it works when this resolves. */
  async prompt(text: string): Promise<void> {
    for (const [, marker = ''] of text.matchAll(markers)) this.typed.add(marker);
    // Only the requests of a built-in command show what it started.
    const truth = text.startsWith('/') ? truths.working : truths.thinking;
    if (this.session.state !== 'working') this.prompted.push({ at: Date.now(), truth });
    await this.session.prompt(text);
  }

  /** Submits a prompt and waits until the screen shows that state. */
  async turn(text: string, ends: ScreenState = 'prompt'): Promise<void> {
    await this.prompt(text);
    await this.sees(ends);
  }

  async sees(state: ScreenState, timeoutMs?: number): Promise<void> {
    await this.session.waitFor(state, timeoutMs);
  }

  async reads(text: string | RegExp, timeoutMs?: number): Promise<void> {
    await this.session.terminal.waitForScreen(text, timeoutMs);
  }

  /** Reads the dialog and takes the first choice whose label matches. */
  async chooses(label: RegExp): Promise<void> {
    await this.session.takesKeys();
    await pause(readMs);
    await this.session.choose(label);
  }

  /** Keys or texts one after the other, each given the time to be drawn. */
  async types(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.session.terminal.press(key);
      await pause(keyPauseMs);
    }
  }

  escapes(): void {
    this.session.escape();
  }

  /** Presses Escape at the prompt box, which calls off the wake-up that the agent had set itself. */
  async callsOffWakeup(): Promise<void> {
    this.escapes();
    await this.reads('Pending wakeup cancelled');
    this.calledOff.push(Date.now());
  }

  /** Looks on for a while. */
  async waits(ms = 1_500): Promise<void> {
    await pause(ms);
  }

  /** Says what the next prompt on the screen means. */
  willRest(truth: Truth): void {
    this.declared.push({ at: Date.now(), truth, now: false });
  }

  /** Declares what is true from now on, if the screen does not show it. */
  knows(truth: Truth): void {
    this.declared.push({ at: Date.now(), truth, now: true });
  }

  truth(): Map<string, TruthChange[]> {
    const { requests } = this.api;
    const { markers, changes } = armedRuns(requests, this.typed, this.calledOff);
    const isMain = (marker: string): boolean => this.typed.has(marker) || markers.has(marker);
    return terminalTruth({
      screens: this.session.timeline.changes,
      sessions: this.session.file.sessions,
      work: workOf(requests, isMain, this.prompted),
      armings: changes,
      declared: this.declared,
    });
  }
}
