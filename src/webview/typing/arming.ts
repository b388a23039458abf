import { createStore } from '../store';

/** Time in ms within which the second press must follow. */
const armedMs = 3_000;
/** Shortest time in ms between the presses; a doubled letter within a word comes faster. */
const apartMs = 400;

/** An action whose key was pressed once. */
export interface Armed {
  readonly sessionId: string;
  /** Id of the action. */
  readonly id: string;
  readonly at: number;
}

/**
 * Lets actions that start, end, fork or interrupt a session run only when their key is pressed
 * twice: words typed past a field must not run them, not even words with a double letter.
 */
export class Arming {
  readonly state = createStore<Armed | undefined>(undefined);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Records a press; true for the second one. After the first one `state` is set. */
  press(sessionId: string, id: string): boolean {
    const armed = this.state.get();
    const at = Date.now();
    const again = armed?.sessionId === sessionId && armed.id === id;
    const isMeant = again && at - armed.at >= apartMs && at - armed.at <= armedMs;
    if (isMeant) this.disarm();
    else this.arm({ sessionId, id, at });
    return isMeant;
  }

  /** Forgets the first press. */
  disarm(): void {
    clearTimeout(this.timer);
    this.state.set(undefined);
  }

  private arm(armed: Armed): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.disarm(), armedMs);
    this.state.set(armed);
  }
}
