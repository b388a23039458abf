import { createStore } from '../store';

/** A key that was pressed once is meant for this long, in ms. */
const armedMs = 3_000;
/** A letter that is doubled within a word follows the first one sooner than this, in ms. */
const apartMs = 400;

/** A key that does something of weight: pressed once, not yet a second time. */
export interface Armed {
  readonly sessionId: string;
  /** Of the action. */
  readonly id: string;
  readonly at: number;
}

/**
 * Lets what starts, ends, forks or interrupts a session happen only by a key that is pressed twice:
 * words that are typed past a field must not do it, not even words with a double letter.
 */
export class Arming {
  readonly state = createStore<Armed | undefined>(undefined);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** True where this is the second time. The first time `state` says so, for the card to ask. */
  press(sessionId: string, id: string): boolean {
    const armed = this.state.get();
    const at = Date.now();
    const again = armed?.sessionId === sessionId && armed.id === id;
    const isMeant = again && at - armed.at >= apartMs && at - armed.at <= armedMs;
    if (isMeant) this.disarm();
    else this.arm({ sessionId, id, at });
    return isMeant;
  }

  /** Any other key, and any other place, means something else. */
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
