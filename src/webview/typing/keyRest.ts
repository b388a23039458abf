import { answerKey, denyKey, hasModifier } from '../keys/shortcut';
import { createStore } from '../store';

/** Time in ms that keys are held off: after a lost field, and each key held for it, or after a chord. */
const restMs = 1_000;

/** What began a pause: a field went away while a person typed, a key was pressed with a modifier, or a word was typed past any field. */
export type RestReason = 'field' | 'chord' | 'word';

/** Characters in a row, not all the same, that are a word: nobody wants so many views so quickly. */
const wordLength = 3;
const maxTyped = 20;

interface PressedKey {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Keys that neither type text nor act by themselves. */
const harmless = /^(?:Tab|Shift|Control|Alt|AltGraph|Meta|CapsLock)$/;

/**
 * Holds shortcuts off for a moment: all of them after a field went away while a person typed, letters
 * after a chord, since what opens nothing here may be followed by the word that was meant for it, and what
 * answers or presses a button right after a word, as Ctrl+Enter sends and Ctrl+Backspace deletes one.
 */
export class KeyRest {
  /** The reason of the pause once a key was held off, for the page to say so. */
  readonly state = createStore<RestReason | undefined>(undefined);
  private reason: RestReason = 'field';
  private until = -Infinity;
  /** The characters that were typed one soon after the other, and when the last one was. */
  private typed = { text: '', at: -Infinity };
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
    this.typed = { text: '', at: -Infinity };
    clearTimeout(this.timer);
    this.state.set(undefined);
  }

  /** True for a key that must do nothing. */
  holdsOff(pressed: PressedKey): boolean {
    if (harmless.test(pressed.key)) return false;
    const isAfterWord = this.isAfterWord(pressed);
    const isResting = Date.now() < this.until;
    if (isResting && this.isHeld(pressed)) {
      // Whoever typed in a field types on; letters after a chord do no harm for long.
      if (this.reason === 'field') this.begin('field');
      this.tell(this.reason, this.until);
      return true;
    }
    if (isAfterWord && isActing(pressed)) {
      this.tell('word', this.typed.at + restMs);
      return true;
    }
    // The pause of a lost field is the stricter one, and stays.
    const isFieldGone = isResting && this.reason === 'field';
    if (hasModifier(pressed) && !isWritten(pressed) && !isFieldGone) this.begin('chord');
    return false;
  }

  /** Says once that keys are off, until then. */
  private tell(reason: RestReason, until: number): void {
    if (this.state.get() === undefined) this.say(reason);
    this.state.set(reason);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.state.set(undefined), until - Date.now());
  }

  /** True where a word was typed just before the key, which may go on with it. */
  private isAfterWord(pressed: PressedKey): boolean {
    const now = Date.now();
    const text = now - this.typed.at < restMs ? this.typed.text : '';
    if (isWritten(pressed)) {
      this.typed = { text: (text + pressed.key).slice(-maxTyped), at: now };
    }
    return text.length >= wordLength && new Set(text).size > 1;
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

/** True for a key that writes a character: with AltGr, which is Ctrl and Alt on Windows, too. */
function isWritten({ key, ctrlKey, altKey, metaKey }: PressedKey): boolean {
  return key.length === 1 && !metaKey && ctrlKey === altKey;
}

/** True for keys that answer, or press the button with the focus. */
function isActing(pressed: PressedKey): boolean {
  const { key } = pressed;
  return key === answerKey || key === ' ' || (key === denyKey && hasModifier(pressed));
}
