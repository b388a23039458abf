import { ChangeNotifier } from './changeNotifier.js';
import { screenState, type ScreenState } from './screenState.js';
import type { Terminal } from './terminal.js';

export interface StateChange {
  /** When the first piece of the new picture was drawn, in ms of the wall clock. */
  readonly at: number;
  readonly state: ScreenState;
}

/** A frame may arrive in pieces, so the screen is read after this pause, in ms. */
const settleMs = 30;
const waitTimeoutMs = 40_000;

/** Every state that the screen has shown, in order: the reference for a monitor's states. */
export class ScreenTimeline {
  readonly changes: StateChange[] = [];
  private timer: NodeJS.Timeout | undefined;
  private lastDrawAt = 0;
  /** State of the current picture, which has not settled yet. */
  private latest: StateChange = { at: Date.now(), state: 'blank' };
  private readonly notifier = new ChangeNotifier();
  private readonly settled = new ChangeNotifier();

  constructor(private readonly terminal: Terminal) {
    terminal.onDidDraw(() => this.schedule());
    this.read();
  }

  get state(): ScreenState {
    return this.changes.at(-1)?.state ?? 'blank';
  }

  get states(): readonly ScreenState[] {
    return this.changes.map(({ state }) => state);
  }

  /** Calls the listener after each new change; returns a function that unsubscribes it. */
  onDidChange(listener: () => void): () => void {
    return this.notifier.subscribe(listener);
  }

  /** Resolves once the screen has settled on one of the states, which may be now. */
  async waitFor(
    wanted: ScreenState | readonly ScreenState[] | ((state: ScreenState) => boolean),
    timeoutMs = waitTimeoutMs,
  ): Promise<ScreenState> {
    const fits =
      typeof wanted === 'function'
        ? wanted
        : (state: ScreenState) => [wanted].flat().includes(state);
    const failure = (what: string): string => {
      const shown = this.states.slice(-8).join(', ');
      return `${what}, not ${String(wanted)}. States: ${shown}. Screen:\n${this.terminal.screen()}`;
    };
    return this.notifier.waitFor(
      () => {
        if (fits(this.state)) return this.state;
        if (this.state === 'exited') throw new Error(failure('The client ended'));
        return undefined;
      },
      timeoutMs,
      () => failure(`After ${timeoutMs} ms: ${this.state}`),
    );
  }

  /** Checks the condition whenever the screen has settled, even on the same state. */
  async waitUntil(holds: () => boolean, what: string, timeoutMs = waitTimeoutMs): Promise<void> {
    await this.settled.waitFor(
      () => (holds() ? true : undefined),
      timeoutMs,
      () => `${timeoutMs} ms passed before ${what}. The screen:\n${this.terminal.screen()}`,
    );
  }

  private schedule(): void {
    this.lastDrawAt = Date.now();
    const ended = this.terminal.exit !== undefined;
    const state = ended ? 'exited' : screenState(this.terminal.screen());
    if (state !== this.latest.state) this.latest = { at: this.lastDrawAt, state };
    if (ended) this.read();
    else this.timer ??= setTimeout(() => this.readWhenQuiet(), settleMs);
  }

  private readWhenQuiet(): void {
    this.timer = undefined;
    const quietMs = Date.now() - this.lastDrawAt;
    if (quietMs < settleMs / 3) this.timer = setTimeout(() => this.read(), settleMs);
    else this.read();
  }

  private read(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.latest.state !== this.changes.at(-1)?.state) {
      this.changes.push(this.latest);
      this.notifier.notify();
    }
    this.settled.notify();
  }
}
