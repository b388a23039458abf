import { answerKey, denyKey, hasModifier } from '../keys/shortcut';
import { createStore } from '../store';

/** Time in ms that keys are held off: after a lost field, and each key held for it, or after a chord. */
const restMs = 1_000;

/** What began a pause: a field went away while a person typed, or a key was pressed with a modifier. */
export type RestReason = 'field' | 'chord';

interface PressedKey {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Keys that neither type text nor act by themselves. */
const harmless = /^(?:Tab|Shift|Control|Alt|AltGraph|Meta|CapsLock)$/;

/**
 * Holds shortcuts off for a moment: all of them after a field went away while a person typed, and letters
 * after a chord, since what opens nothing here may be followed by the word that was meant for it.
 */
export class KeyRest {
  /** The reason of the pause once a key was held off, for the page to say so. */
  readonly state = createStore<RestReason | undefined>(undefined);
  private reason: RestReason = 'field';
  private until = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly say: (reason: RestReason) => void) {}

  /** Begins the pause, when a focused field went away without an act of the person. */
  begin(reason: RestReason = 'field'): void {
    this.reason = reason;
    this.until = Date.now() + restMs;
  }

  /** Ends the pause, when the person has a field again or uses the pointer. */
  end(): void {
    this.until = -Infinity;
    clearTimeout(this.timer);
    this.state.set(undefined);
  }

  /** True for a key that must do nothing. */
  holdsOff(pressed: PressedKey): boolean {
    if (harmless.test(pressed.key)) return false;
    const isResting = Date.now() < this.until;
    if (!isResting || !this.isHeld(pressed)) {
      // The pause of a lost field is the stricter one, and stays.
      const isFieldGone = isResting && this.reason === 'field';
      if (hasModifier(pressed) && !isFieldGone) this.begin('chord');
      return false;
    }
    const { reason } = this;
    // Whoever typed in a field types on; letters after a chord do no harm for long.
    if (reason === 'field') this.begin(reason);
    if (this.state.get() === undefined) this.say(reason);
    this.state.set(reason);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), this.until - Date.now());
    return true;
  }

  private isHeld(pressed: PressedKey): boolean {
    const { key } = pressed;
    // With a modifier these two answer.
    const answers = key === answerKey || key === denyKey;
    if (this.reason === 'field') return answers || !hasModifier(pressed);
    if (hasModifier(pressed)) return false;
    // The Enter at the end of a word belongs to it.
    return key.length === 1 || (key === 'Enter' && this.state.get() !== undefined);
  }
}
