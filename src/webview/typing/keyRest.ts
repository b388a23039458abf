import { createStore } from '../store';

/** Time in ms that keys are held off after a field is gone, and after each held key. */
const restMs = 1_000;

interface Pressed {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Keys that neither type text nor act by themselves. */
const harmless = /^(?:Tab|Shift|Control|Alt|AltGraph|Meta|CapsLock)$/;

/** Holds shortcuts off after a field went away while a person typed. */
export class KeyRest {
  /** True after a key was held off, for the page to say so. */
  readonly state = createStore(false);
  private until = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly say: () => void) {}

  /** Begins the pause, when a focused field went away without an act of the person. */
  begin(): void {
    this.until = Date.now() + restMs;
  }

  /** Ends the pause, when the person has a field again or uses the pointer. */
  end(): void {
    this.until = -Infinity;
    clearTimeout(this.timer);
    this.state.set(false);
  }

  /** True for a key that must do nothing. */
  holdsOff({ key, altKey, ctrlKey, metaKey }: Pressed): boolean {
    if (Date.now() >= this.until || harmless.test(key)) return false;
    if (key !== 'Enter' && (altKey || ctrlKey || metaKey)) return false;
    this.begin();
    if (!this.state.get()) this.say();
    this.state.set(true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), restMs);
    return true;
  }
}
