import { screenState, type ScreenState } from './screenState.js';
import type { Terminal } from './terminal.js';

export interface StateChange {
  /** When the first piece of the new picture was drawn, in ms of the wall clock. */
  readonly at: number;
  readonly state: ScreenState;
}

/** A frame may come in pieces; what is read is what stands after this pause. */
const settleMs = 30;
const waitTimeoutMs = 15_000;

/** Every state that the screen has shown, in order: the truth that a monitor is held against. */
export class ScreenTimeline {
  readonly changes: StateChange[] = [];
  private timer: NodeJS.Timeout | undefined;
  private lastDrawAt = 0;
  /** What the picture, not settled yet, reads as. */
  private latest: StateChange = { at: Date.now(), state: 'blank' };
  private readonly watchers = new Set<() => void>();

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

  /** Calls back after each new change; returns how to stop that. */
  onDidChange(listener: () => void): () => void {
    this.watchers.add(listener);
    return () => this.watchers.delete(listener);
  }

  /** Resolves as soon as the screen settles on one of the states; at once if it is on it. */
  async waitFor(
    wanted: ScreenState | readonly ScreenState[] | ((state: ScreenState) => boolean),
    timeoutMs = waitTimeoutMs,
  ): Promise<ScreenState> {
    const fits =
      typeof wanted === 'function'
        ? wanted
        : (state: ScreenState) => [wanted].flat().includes(state);
    return new Promise((resolve, reject) => {
      const settle = (failure?: string): void => {
        clearTimeout(timer);
        stop();
        if (failure === undefined) return resolve(this.state);
        const shown = this.states.slice(-8).join(', ');
        const screen = this.terminal.screen();
        reject(
          new Error(`${failure}, not ${String(wanted)}. States: ${shown}. Screen:\n${screen}`),
        );
      };
      const check = (): void => {
        if (fits(this.state)) settle();
        else if (this.state === 'exited') settle('The client ended');
      };
      const timer = setTimeout(() => settle(`After ${timeoutMs} ms: ${this.state}`), timeoutMs);
      const stop = this.onDidChange(check);
      check();
    });
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
    if (this.latest.state === this.changes.at(-1)?.state) return;
    this.changes.push(this.latest);
    for (const watcher of this.watchers) watcher();
  }
}
