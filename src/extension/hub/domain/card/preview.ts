import { truncateMiddle } from '../words/clip';

/**
 * Limits: characters of one text, characters of all texts and keys together, and depth of nesting.
 */
const limits = { text: 2_000, all: 6_000, depth: 6 } as const;
/** Texts up to this length are copied first, so that a file's content does not displace its name. */
const shortText = 200;

/** Untrusted JSON that is small enough for every update. */
export interface Preview {
  readonly value: unknown;
  /** False if something was truncated or left out. */
  readonly whole: boolean;
}

const known = new WeakMap<object, Preview>();

/** Copies a value, truncating long texts and leaving out deep parts. Cached per object. Pure. */
export function preview(value: unknown): Preview {
  if (typeof value !== 'object' || value === null) return previewed(value);
  const made = known.get(value) ?? previewed(value);
  known.set(value, made);
  return made;
}

function previewed(value: unknown): Preview {
  const copier = new Copier();
  const copy = copier.copy(value);
  return { value: copy === leftOut ? undefined : copy, whole: copier.whole };
}

const leftOut = Symbol('left out');

class Copier {
  whole = true;
  private left: number = limits.all;
  private depth = 0;

  copy(value: unknown): unknown {
    if (this.left <= 0 || this.depth > limits.depth) {
      this.whole = false;
      return leftOut;
    }
    if (typeof value === 'string') return this.text(value);
    this.left -= 1;
    if (typeof value !== 'object' || value === null) return value;
    this.depth += 1;
    const copy = Array.isArray(value) ? this.list(value) : this.fields(value);
    this.depth -= 1;
    return copy;
  }

  private text(text: string): string {
    const length = Math.min(limits.text, this.left);
    this.whole &&= text.length <= length;
    this.left -= Math.min(text.length, length);
    return truncateMiddle(text, length);
  }

  private list(values: readonly unknown[]): unknown[] {
    const copies: unknown[] = [];
    for (const value of values) {
      const copy = this.copy(value);
      if (copy === leftOut) break;
      copies.push(copy);
    }
    return copies;
  }

  private fields(value: object): unknown {
    const entries = Object.entries(value);
    const copies = new Map<string, unknown>();
    const shortFirst = [...entries.filter(isShort), ...entries.filter((one) => !isShort(one))];
    for (const [key, field] of shortFirst) {
      this.left -= key.length;
      const copy = this.copy(field);
      if (copy !== leftOut) copies.set(key, copy);
      else if (this.left <= 0) break;
    }
    const kept = entries.filter(([key]) => copies.has(key));
    return Object.fromEntries(kept.map(([key]) => [key, copies.get(key)]));
  }
}

function isShort([, value]: readonly [string, unknown]): boolean {
  return typeof value === 'string' ? value.length <= shortText : typeof value !== 'object';
}

/** Number of suggestions sent with a request; the client offers two or three. */
const mostSuggestions = 12;

/**
 * The start of a request, small enough for every update of the board; `whole` is true if nothing
 * was left out.
 */
export interface RequestBeginning {
  readonly toolInput: unknown;
  readonly suggestions: unknown[];
  readonly whole: boolean;
}

export function requestBeginning(
  toolInput: unknown,
  suggestions: readonly unknown[],
): RequestBeginning {
  const input = preview(toolInput);
  const first = suggestions.slice(0, mostSuggestions).map(preview);
  return {
    toolInput: input.value,
    suggestions: first.map(({ value }) => value),
    whole: suggestions.length <= mostSuggestions && [input, ...first].every(({ whole }) => whole),
  };
}
