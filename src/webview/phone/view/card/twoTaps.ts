import { createStore } from '../../../store';

/** Time in ms within which the second tap must follow. */
const armedMs = 3_000;
/** Minimum time in ms between the taps, which excludes an accidental double tap. */
const apartMs = 400;

/** An action that was tapped once. */
export interface Tapped {
  readonly sessionId: string;
  /** Id of the action. */
  readonly id: string;
  readonly at: number;
}

/** Runs actions that interrupt or retry a turn only after two taps. */
export class TwoTaps {
  readonly state = createStore<Tapped | undefined>(undefined);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Records a tap; true for the second one. After the first, `state` is set. */
  tap(sessionId: string, id: string): boolean {
    const armed = this.state.get();
    const at = Date.now();
    const isSameAction = armed?.sessionId === sessionId && armed.id === id;
    const isConfirmed = isSameAction && at - armed.at >= apartMs && at - armed.at <= armedMs;
    if (isConfirmed) this.reset();
    else this.remember({ sessionId, id, at });
    return isConfirmed;
  }

  /** Discards the first tap. */
  reset(): void {
    clearTimeout(this.timer);
    this.state.set(undefined);
  }

  private remember(armed: Tapped): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.reset(), armedMs);
    this.state.set(armed);
  }
}
