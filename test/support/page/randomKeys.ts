import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { FromPage } from '../../../src/shared/messages/pageMessages';
import { leaveUnpainted } from './unpainted';
import { evaluateRaw, rawProtocolOf, type RawProtocol } from './rawProtocol';

/** A generator of numbers from 0 to 1 that repeats for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Seed of a run: a new one each time, unless `KEYS_SEED` repeats an earlier one. */
export function seedOfRun(): number {
  return wholeNumber(process.env['KEYS_SEED']) ?? Math.floor(Math.random() * 2 ** 31) + 1;
}

function wholeNumber(setting: string | undefined): number | undefined {
  const number = Number(setting);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}

/** A key press: the key's name in events, and the modifiers as bits of the browser's protocol. */
export interface KeyPress {
  readonly key: string;
  readonly modifiers: number;
}

const [alt, control, meta, shift] = [1, 2, 4, 8] as const;
const chords = [alt, control, meta, control | shift, control | alt];

/** Key codes of keys that produce no character. */
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

/** Returns values in random order, all of them before any is repeated. */
class Deck<T> {
  private rest: T[] = [];

  constructor(
    private readonly values: readonly T[],
    private readonly random: () => number,
  ) {}

  deal(): T {
    if (this.rest.length === 0) this.rest = [...this.values];
    const [value] = this.rest.splice(Math.floor(this.random() * this.rest.length), 1);
    if (value === undefined) throw new Error('There is nothing to deal.');
    return value;
  }
}

/**
 * Generates keys that type, move, page or erase, and chords of these. Excluded are Enter, Space,
 * and Backspace with Ctrl: they press the focused control or answer intentionally.
 */
export function randomKeys(random: () => number): () => KeyPress {
  const lettersDeck = new Deck(letters, random);
  const printableDeck = new Deck(printable, random);
  const movingDeck = new Deck(moving, random);
  const othersDeck = new Deck(others, random);
  const chordsDeck = new Deck(
    chords.flatMap((modifiers) => [...letters, ...moving].map((key) => ({ key, modifiers }))),
    random,
  );
  return () => {
    const kind = random();
    if (kind < 0.35) return { key: lettersDeck.deal(), modifiers: 0 };
    if (kind < 0.7) return { key: printableDeck.deal(), modifiers: 0 };
    if (kind < 0.8) return { key: movingDeck.deal(), modifiers: random() < 0.2 ? shift : 0 };
    if (kind < 0.93) {
      const key = othersDeck.deal();
      return { key, modifiers: key === 'Tab' && random() < 0.5 ? shift : 0 };
    }
    return chordsDeck.deal();
  };
}

/** The key presses for typing one line of text. */
export function typedKeys(text: string): readonly KeyPress[] {
  return Array.from(text, (key) => ({ key, modifiers: 0 }));
}

/** The key presses for typing a sentence and Enter. */
export function sentenceKeys(sentence: string): readonly KeyPress[] {
  return [...typedKeys(sentence), { key: 'Enter', modifiers: 0 }];
}

/** Sends key presses as trusted events, without a round trip for each. */
export async function pressAll(protocol: RawProtocol, presses: readonly KeyPress[]): Promise<void> {
  const sent: Promise<unknown>[] = [];
  for (const { key, modifiers } of presses) {
    const code = codes[key] ?? key.toUpperCase().charCodeAt(0);
    const types = (key.length === 1 || key === 'Enter') && (modifiers & ~shift) === 0;
    const event = { key, modifiers, windowsVirtualKeyCode: code };
    const text = types ? (key === 'Enter' ? '\r' : key) : '';
    const down = { ...event, text, type: text === '' ? 'rawKeyDown' : 'keyDown' };
    sent.push(protocol.send('Input.dispatchKeyEvent', down));
    // No page handles keyup, but the browser presses a button when Space is released.
    if (key === ' ')
      sent.push(protocol.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }));
  }
  await Promise.all(sent);
}

/**
 * Number of times that each page is opened, since some keys lead to another view and pages differ.
 */
const openings = 9;
/** Total number of keys per page; `KEYS` sets a larger one. */
const keysPerPage = wholeNumber(process.env['KEYS']) ?? 2_000;
/**
 * Keys between two advances of the clock: requests that have just appeared cannot be answered yet.
 */
const keysPerMoment = 8;
const momentsPerOpening = Math.ceil(keysPerPage / openings / keysPerMoment);
/** Targets of the focus before each group of keys, in turn; `nowhere` leaves it unchanged. */
const focuses = ['deciding', 'anywhere', 'deciding', 'nowhere'] as const;
/** Step between relative positions in the page that spreads any number of them evenly. */
const goldenRatio = (Math.sqrt(5) - 1) / 2;
/**
 * Advance of the clock between groups of keys, in ms: long enough for visible requests to count as
 * read.
 */
const momentMs = 600;

/** A page on which no key may trigger an action. */
export interface PageUnderKeys {
  readonly page: Page;
  /** Selector of the controls that decide, send or end something; the whole page if absent. */
  readonly deciding?: string;
  /** Scrolls those controls into view and focuses them, wherever earlier keys led. */
  lead?(time: number): Promise<void>;
  close(): Promise<void>;
  /** Actions that keys have triggered; `asked` are those that a phone's page recorded itself. */
  deeds(asked: readonly string[]): readonly string[];
}

/** Opens a page several times, and presses different random keys all over it each time. */
export async function pressEverywhere(
  open: (opening: number) => Promise<PageUnderKeys>,
): Promise<void> {
  const seed = seedOfRun();
  const random = seeded(seed);
  const next = randomKeys(random);
  let share = random();
  for (let opening = 0; opening < openings; opening += 1) {
    const under = await open(opening);
    const keys = await KeysOn.page(under);
    const pressed: string[] = [];
    const describe = () => `KEYS_SEED=${seed}, after ${pressed.slice(-40).join(' ')}`;
    for (let moment = 0; moment < momentsPerOpening; moment += 1) {
      share = (share + goldenRatio) % 1;
      const presses = Array.from({ length: keysPerMoment }, next);
      const focus = focuses[moment % focuses.length];
      const within = (focus === 'deciding' ? under.deciding : undefined) ?? 'html';
      if (focus === 'deciding') await under.lead?.(moment / 2);
      await keys.press(presses, describe, focus === 'nowhere' ? undefined : { share, within });
      pressed.push(...presses.map(labelOf));
    }
    await keys.finish(describe);
    await under.close();
  }
}

/** Presses keys on one page whose clock advances only before each group of keys. */
export class KeysOn {
  private constructor(
    private readonly under: PageUnderKeys,
    private readonly protocol: RawProtocol,
  ) {}

  static async page(under: PageUnderKeys): Promise<KeysOn> {
    await under.page.evaluate(leaveUnpainted);
    return new KeysOn(under, await rawProtocolOf(under.page));
  }

  /** Moves the focus, advances the clock, checks the effects of earlier keys, and presses these. */
  async press(
    presses: readonly KeyPress[],
    failureText: () => string,
    focus?: { readonly share: number; readonly within: string },
  ): Promise<void> {
    const focusing =
      focus && `(${focusAny.toString()})(${focus.share}, ${JSON.stringify(focus.within)});`;
    this.check(await evaluateRaw(this.protocol, `${focusing ?? ''} ${passing}`), failureText);
    await pressAll(this.protocol, presses);
  }

  /** Checks the effects of all keys. */
  async finish(describe: () => string): Promise<void> {
    // Answered after all earlier messages of the page, which use the same connection.
    this.check(await this.under.page.evaluate(() => globalThis.phone?.asked ?? []), describe);
  }

  private check(asked: unknown, describe: () => string): void {
    assert.deepEqual(this.under.deeds(asked as readonly string[]), [], describe());
  }
}

/**
 * Advances the page's clock. `page.clock.runFor` would also add a script to the page for each call,
 * which the next document would run.
 */
const passing = `__pwClock.controller.runFor(${momentMs}).then(() => globalThis.phone?.asked ?? [])`;

/**
 * Runs in the page: focuses an element at a relative position, or none; only elements within
 * `within`, if it has any.
 */
function focusAny(share: number, within: string): void {
  const selector = 'button, a[href], input, textarea, select, summary, [tabindex]';
  const all = [...document.querySelectorAll<HTMLElement>(selector)].filter((element) =>
    element.checkVisibility(),
  );
  const inside = all.filter((element) => element.closest(within) !== null);
  const found = inside.length > 0 ? inside : all;
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  found[Math.floor(share * (found.length + 1))]?.focus();
}

function labelOf({ key, modifiers }: KeyPress): string {
  const names = ['Alt', 'Ctrl', 'Meta', 'Shift'].filter((_, bit) => (modifiers & (1 << bit)) !== 0);
  return [...names, key].join('+');
}

/** Messages that any key may cause: showing, reading, and storing the view state. */
export const harmless: ReadonlySet<string> = new Set([
  'arrange',
  'openTranscript',
  'renameSession', // F2 opens a field for the name.
  'showRequestDiff',
  // Messages of a transcript.
  'copy',
  'find',
  'keep',
  'outline',
  'ping',
  'picture',
  'read',
  'ready',
  'seek',
  'whole',
  // Messages about visible content and typed text.
  'ask',
  'draft',
  'inSight',
  'revealed',
  'shown',
]);

/** Names of the messages that do more than that. */
export function deedsIn(messages: readonly FromPage[]): readonly string[] {
  return messages
    .map((message) => {
      if (message.type === 'sessionCommand') return message.command;
      if (message.type === 'act') return `act ${message.name}`;
      return message.type === 'decide' ? `decide ${message.decision.kind}` : message.type;
    })
    .filter((name) => !harmless.has(name));
}
