import { ChangeNotifier } from './changeNotifier.js';
import type { Terminal } from './terminal.js';

/** States that each client's screen has; the others are its own. */
export type CommonState =
  /** No client on the screen: not drawn yet, or gone. */
  | 'blank'
  /** The process has ended; the screen never shows this. */
  | 'exited';

export interface StateChange<S extends string> {
  /** When the first piece of the new picture was drawn, in ms of the wall clock. */
  readonly at: number;
  readonly state: S;
}

/** A frame may arrive in pieces, so the screen is read after this pause, in ms. */
const settleMs = 30;
const waitTimeoutMs = 40_000;

/** Every state that the screen has shown, in order: the reference for a monitor's states. */
export class ScreenTimeline<S extends string> {
  readonly changes: StateChange<S | CommonState>[] = [];
  private timer: NodeJS.Timeout | undefined;
  private lastDrawAt = 0;
  /** State of the current picture, which has not settled yet. */
  private latest: StateChange<S | CommonState> = { at: Date.now(), state: 'blank' };
  private readonly notifier = new ChangeNotifier();
  private readonly settled = new ChangeNotifier();

  /** `stateOf` reads a state from the text of the screen. */
  constructor(
    private readonly terminal: Terminal,
    private readonly stateOf: (screen: string) => S | CommonState,
  ) {
    terminal.onDidDraw(() => this.schedule());
    this.read();
  }

  get state(): S | CommonState {
    return this.changes.at(-1)?.state ?? 'blank';
  }

  get states(): readonly (S | CommonState)[] {
    return this.changes.map(({ state }) => state);
  }

  /** Calls the listener after each new change; returns a function that unsubscribes it. */
  onDidChange(listener: () => void): () => void {
    return this.notifier.subscribe(listener);
  }

  /** Resolves once the screen has settled on one of the states, which may be now. */
  async waitFor(
    wanted: S | CommonState | readonly (S | CommonState)[] | ((state: S | CommonState) => boolean),
    timeoutMs = waitTimeoutMs,
  ): Promise<S | CommonState> {
    const fits =
      typeof wanted === 'function'
        ? wanted
        : (state: S | CommonState) => [wanted].flat().includes(state);
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
    const state = ended ? 'exited' : this.stateOf(this.terminal.screen());
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
