import { answerKey, denyKey, hasModifier } from '../keys/shortcut';
import { createStore } from '../store';

/**
 * Duration in ms for which keys are ignored: after a field was lost, again after each key that was
 * ignored for that reason, or after a chord.
 */
const pauseMs = 1_000;

/**
 * Why keys are ignored: a field was removed while the person was typing, a key was pressed with a
 * modifier, or a word was typed outside any field.
 */
export type PauseReason = 'field' | 'chord' | 'word';

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
export class KeyPause {
  /** Reason why a key was ignored, for the page to show; undefined if none was ignored. */
  readonly state = createStore<PauseReason | undefined>(undefined);
  private reason: PauseReason = 'field';
  /** End of the pause in ms since 1970. */
  private ignoreUntilMs = -Infinity;
  /** The characters typed in quick succession, and the time of the last one in ms since 1970. */
  private typed = { text: '', at: -Infinity };
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly announce: (reason: PauseReason) => void) {}

  /** Starts ignoring keys, after a focused field was removed without an action of the person. */
  start(reason: PauseReason = 'field'): void {
    this.reason = reason;
    this.ignoreUntilMs = Date.now() + pauseMs;
  }

  /** Stops ignoring keys, when the person focuses a field or uses the pointer. */
  stop(): void {
    this.ignoreUntilMs = -Infinity;
    this.typed = { text: '', at: -Infinity };
    clearTimeout(this.timer);
    this.state.set(undefined);
  }

  /** True for a key that must have no effect. */
  shouldIgnore(pressed: PressedKey): boolean {
    if (neutralKeys.test(pressed.key)) return false;
    const isAfterWord = this.isAfterWord(pressed);
    const isPaused = Date.now() < this.ignoreUntilMs;
    if (isPaused && this.isIgnored(pressed)) {
      // After a lost field the person keeps typing, so the pause is extended; after a chord it is
      // not.
      if (this.reason === 'field') this.start('field');
      this.announceIgnored(this.reason, this.ignoreUntilMs);
      return true;
    }
    if (isAfterWord && answersOrPresses(pressed)) {
      this.announceIgnored('word', this.typed.at + pauseMs);
      return true;
    }
    // The pause after a lost field is stricter, so a chord does not replace it.
    const isFieldLost = isPaused && this.reason === 'field';
    if (hasModifier(pressed) && !typesCharacter(pressed) && !isFieldLost) this.start('chord');
    return false;
  }

  /** Announces that keys are ignored, once until the given time. */
  private announceIgnored(reason: PauseReason, ignoreUntilMs: number): void {
    if (this.state.get() === undefined) this.announce(reason);
    this.state.set(reason);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.state.set(undefined), ignoreUntilMs - Date.now());
  }

  /**
   * Records a typed character. True if a word was typed just before the key, so that the key may
   * belong to the word.
   */
  private isAfterWord(pressed: PressedKey): boolean {
    const now = Date.now();
    const text = now - this.typed.at < pauseMs ? this.typed.text : '';
    if (typesCharacter(pressed)) {
      this.typed = { text: (text + pressed.key).slice(-maxTyped), at: now };
    }
    return text.length >= wordLength && new Set(text).size > 1;
  }

  private isIgnored(pressed: PressedKey): boolean {
    const { key } = pressed;
    // With a modifier, these two keys answer a request.
    const isAnswerKey = key === answerKey || key === denyKey;
    if (this.reason === 'field') return isAnswerKey || !hasModifier(pressed);
    if (hasModifier(pressed)) return false;
    // Enter directly after ignored letters belongs to the typed text.
    return key.length === 1 || (key === 'Enter' && this.state.get() !== undefined);
  }
}

/** True for a key that types a character, also with AltGr, which is Ctrl and Alt on Windows. */
function typesCharacter({ key, ctrlKey, altKey, metaKey }: PressedKey): boolean {
  return key.length === 1 && !metaKey && ctrlKey === altKey;
}

/** True for keys that answer a request or press the focused button. */
function answersOrPresses(pressed: PressedKey): boolean {
  const { key } = pressed;
  return key === answerKey || key === ' ' || (key === denyKey && hasModifier(pressed));
}
