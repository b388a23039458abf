import { createStore } from '../store';

/** Keys do nothing for this long after a field is gone, and after each key that was held off, in ms. */
const restMs = 1_000;

interface Pressed {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Keys that are no text and do nothing by themselves. */
const harmless = /^(?:Tab|Shift|Control|Alt|AltGraph|Meta|CapsLock)$/;

/**
 * A pause of the single keys after a text field went away under somebody who types: what they type
 * on was meant for the field.
 */
export class KeyRest {
  /** Whether a key was held off, for the page to say so. */
  readonly state = createStore(false);
  private until = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly say: () => void) {}

  /** A field with the focus is gone, or lost it, and the person did not do that. */
  begin(): void {
    this.until = Date.now() + restMs;
  }

  /** The person has a field again, or took up the pointer. */
  end(): void {
    this.until = -Infinity;
    clearTimeout(this.timer);
    this.state.set(false);
  }

  /** True for a key that is to do nothing. */
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
