import { answerKey, denyKey, hasModifier } from '../keys/shortcut';
import { createStore } from '../store';

/**
 * Duration in ms for which keys are ignored: after a field was lost, again after each key that was
 * ignored for that reason, or after a chord.
 */
const restMs = 1_000;

/**
 * Why keys are ignored: a field was removed while the person was typing, a key was pressed with a
 * modifier, or a word was typed outside any field.
 */
export type RestReason = 'field' | 'chord' | 'word';

/**
 * Number of successive characters, not all equal, that count as a word; nobody triggers that many
 * shortcuts so quickly.
 */
const wordLength = 3;
const maxTyped = 20;

interface PressedKey {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Keys that neither type text nor trigger anything. */
const neutralKeys = /^(?:Tab|Shift|Control|Alt|AltGraph|Meta|CapsLock)$/;

/**
 * Ignores shortcuts for a moment, so that text typed without a field triggers nothing: all
 * shortcuts after a field was removed; letters after a chord, because a chord that has no effect
 * here may be followed by text; and keys that answer or press a button after a word, because
 * Ctrl+Enter and Ctrl+Backspace are also used for typing.
 */
export class KeyRest {
  /** The reason, set once a key was ignored, so that the page can show it. */
  readonly state = createStore<RestReason | undefined>(undefined);
  private reason: RestReason = 'field';
  private until = -Infinity;
  /** The characters typed in quick succession, and the time of the last one. */
  private typed = { text: '', at: -Infinity };
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly announce: (reason: RestReason) => void) {}

  /** Starts ignoring keys, after a focused field was removed without an action of the person. */
  start(reason: RestReason = 'field'): void {
    this.reason = reason;
    this.until = Date.now() + restMs;
  }

  /** Stops ignoring keys, when the person focuses a field or uses the pointer. */
  stop(): void {
    this.until = -Infinity;
    this.typed = { text: '', at: -Infinity };
    clearTimeout(this.timer);
    this.state.set(undefined);
  }

  /** True for a key that must have no effect. */
  holdsOff(pressed: PressedKey): boolean {
    if (neutralKeys.test(pressed.key)) return false;
    const isAfterWord = this.isAfterWord(pressed);
    const isResting = Date.now() < this.until;
    if (isResting && this.isIgnored(pressed)) {
      // After a lost field the person keeps typing, so the pause is extended; after a chord it is
      // not.
      if (this.reason === 'field') this.start('field');
      this.announceOff(this.reason, this.until);
      return true;
    }
    if (isAfterWord && isActing(pressed)) {
      this.announceOff('word', this.typed.at + restMs);
      return true;
    }
    // The pause after a lost field is stricter, so a chord does not replace it.
    const isFieldGone = isResting && this.reason === 'field';
    if (hasModifier(pressed) && !isWritten(pressed) && !isFieldGone) this.start('chord');
    return false;
  }

  /** Announces that keys are ignored, once until the given time. */
  private announceOff(reason: RestReason, until: number): void {
    if (this.state.get() === undefined) this.announce(reason);
    this.state.set(reason);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.state.set(undefined), until - Date.now());
  }

  /**
   * Records a typed character. True if a word was typed just before the key, so that the key may
   * belong to the word.
   */
  private isAfterWord(pressed: PressedKey): boolean {
    const now = Date.now();
    const text = now - this.typed.at < restMs ? this.typed.text : '';
    if (isWritten(pressed)) {
      this.typed = { text: (text + pressed.key).slice(-maxTyped), at: now };
    }
    return text.length >= wordLength && new Set(text).size > 1;
  }

  private isIgnored(pressed: PressedKey): boolean {
    const { key } = pressed;
    // With a modifier, these two keys answer a request.
    const answers = key === answerKey || key === denyKey;
    if (this.reason === 'field') return answers || !hasModifier(pressed);
    if (hasModifier(pressed)) return false;
    // Enter directly after ignored letters belongs to the typed text.
    return key.length === 1 || (key === 'Enter' && this.state.get() !== undefined);
  }
}

/** True for a key that types a character, also with AltGr, which is Ctrl and Alt on Windows. */
function isWritten({ key, ctrlKey, altKey, metaKey }: PressedKey): boolean {
  return key.length === 1 && !metaKey && ctrlKey === altKey;
}

/** True for keys that answer a request or press the focused button. */
function isActing(pressed: PressedKey): boolean {
  const { key } = pressed;
  return key === answerKey || key === ' ' || (key === denyKey && hasModifier(pressed));
}
