import { setTimeout as pause } from 'node:timers/promises';
import type { ScriptedApi } from '../support/claude/scriptedApi';
import type { ScreenState } from '../support/claude/screenState';
import type { ClientSession } from '../support/claude/session';
import { agentWorkChanges } from './agentWork';
import { armedRuns } from './armedRuns';
import { shortCallMs } from './measure';
import { terminalTruth, type Declared } from './terminalTruth';
import { truths, type Truth, type TruthChange } from './truth';

const markers = /\[\[([\w-]+)\]\]/g;

const keyPauseMs = 400;
/**
 * Time in ms before a person answers a dialog, so that the dialog counts as a call that the stream
 * must not miss.
 */
const readMs = shortCallMs;

/** Simulates a person at a terminal, and records the truth that results from each action. */
export class Person {
  private readonly declared: Declared[] = [];
  private readonly prompted: TruthChange[] = [];
  private readonly typed = new Set<string>();
  /** Times at which the screen showed that Escape had cancelled a wake-up. */
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

  /** Submits a prompt; resolves when the client is working on it. */
  async prompt(text: string): Promise<void> {
    for (const [, marker = ''] of text.matchAll(markers)) this.typed.add(marker);
    // A built-in command starts as `working`, because its further effect is known only from its
    // requests.
    const truth = text.startsWith('/') ? truths.working : truths.thinking;
    if (this.session.state !== 'working') this.prompted.push({ at: Date.now(), truth });
    await this.session.prompt(text);
  }

  /** Submits a prompt and waits until the screen shows the state. */
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

  /** Waits as if reading the dialog, and selects the first choice whose label matches. */
  async chooses(label: RegExp): Promise<void> {
    await this.session.takesKeys();
    await pause(readMs);
    await this.session.choose(label);
  }

  /** Types keys or texts one after the other, with a pause for drawing after each. */
  async types(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.session.terminal.press(key);
      await pause(keyPauseMs);
    }
  }

  escapes(): void {
    this.session.escape();
  }

  /** Presses Escape at the prompt box, which cancels the wake-up that the agent has scheduled. */
  async callsOffWakeup(): Promise<void> {
    this.escapes();
    await this.reads('Pending wakeup cancelled');
    this.calledOff.push(Date.now());
  }

  /** Lets time pass. */
  async waits(ms = 1_500): Promise<void> {
    await pause(ms);
  }

  /** Declares the truth for the next time when the screen shows the prompt box. */
  willRest(truth: Truth): void {
    this.declared.push({ at: Date.now(), truth, now: false });
  }

  /** Declares a truth that applies from now on and that the screen does not show. */
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
      work: agentWorkChanges(requests, isMain, this.prompted),
      armings: changes,
      declared: this.declared,
    });
  }
}
