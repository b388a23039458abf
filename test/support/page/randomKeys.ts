import type { CDPSession, Page } from 'playwright-core';

/** A generator of numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The seed of a run: a new one each time, unless `KEYS_SEED` repeats an earlier one. */
export function seedOfRun(): number {
  const given = Number(process.env['KEYS_SEED']);
  return Number.isInteger(given) && given > 0 ? given : Math.floor(Math.random() * 2 ** 31) + 1;
}

/** A key press: the key as events name it, and the modifiers as the browser's protocol counts them. */
export interface KeyPress {
  readonly key: string;
  readonly modifiers: number;
}

const [alt, control, meta, shift] = [1, 2, 4, 8] as const;
const chords = [alt, control, meta, control | shift, control | alt];

/** Key codes of the keys that type nothing. */
const codes: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Delete: 46,
  F2: 113,
};
const printable = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));
const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
const moving = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'];
const others = ['PageUp', 'PageDown', 'Escape', 'Tab', 'Backspace', 'Delete', 'F2'];

function among<T>(random: () => number, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to choose from.');
  return value;
}

/**
 * Any key that types a character, moves, pages or erases, and chords of these. Enter and Space are not
 * among them, nor Backspace with Ctrl: they press what has the focus, or answer, and are meant.
 */
export function randomKey(random: () => number): KeyPress {
  const kind = random();
  if (kind < 0.5) return { key: among(random, letters), modifiers: 0 };
  if (kind < 0.7) return { key: among(random, printable), modifiers: 0 };
  if (kind < 0.8) return { key: among(random, moving), modifiers: random() < 0.2 ? shift : 0 };
  if (kind < 0.95) {
    const key = among(random, others);
    return { key, modifiers: key === 'Tab' && random() < 0.5 ? shift : 0 };
  }
  return { key: among(random, [...letters, ...moving]), modifiers: among(random, chords) };
}

/** The presses of somebody who types a sentence, with the Enter at its end. */
export function sentenceKeys(sentence: string): readonly KeyPress[] {
  return [...Array.from(sentence), 'Enter'].map((key) => ({ key, modifiers: 0 }));
}

/** Presses keys one after the other, as trusted events, without a round trip for each. */
export async function pressAll(protocol: CDPSession, presses: readonly KeyPress[]): Promise<void> {
  const sent: Promise<unknown>[] = [];
  for (const { key, modifiers } of presses) {
    const code = codes[key] ?? key.toUpperCase().charCodeAt(0);
    const types = (key.length === 1 || key === 'Enter') && (modifiers & ~shift) === 0;
    const event = { key, modifiers, windowsVirtualKeyCode: code };
    const text = types ? (key === 'Enter' ? '\r' : key) : '';
    const down = { ...event, text, type: text === '' ? 'rawKeyDown' : 'keyDown' } as const;
    sent.push(protocol.send('Input.dispatchKeyEvent', down));
    sent.push(protocol.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }));
  }
  await Promise.all(sent);
}

/** Gives the focus to any of the elements that can have it, or to none. */
export async function focusAny(page: Page, random: () => number): Promise<void> {
  await page.evaluate((share) => {
    const selector = 'button, a[href], input, textarea, select, summary, [tabindex]';
    const found = [...document.querySelectorAll<HTMLElement>(selector)].filter((element) =>
      element.checkVisibility(),
    );
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    found[Math.floor(share * (found.length + 1))]?.focus();
  }, random());
}
