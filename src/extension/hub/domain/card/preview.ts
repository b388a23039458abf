import { truncateMiddle } from '../words/clip';

/**
 * Limits of a preview: characters of one text, characters of all texts and keys together, and depth
 * of nesting.
 */
const limits = { text: 2_000, all: 6_000, depth: 6 } as const;
/**
 * Fields with texts up to this length, in characters, are copied first, so that a file's content
 * does not displace its name.
 */
const shortText = 200;

/** Copy of untrusted JSON, small enough to be sent with every update of the board. */
export interface Preview {
  readonly value: unknown;
  /** False if something was truncated or left out. */
  readonly whole: boolean;
}

const cache = new WeakMap<object, Preview>();

/** Copies a value, truncating long texts and leaving out deep parts. Cached per object. Pure. */
export function preview(value: unknown): Preview {
  if (typeof value !== 'object' || value === null) return createPreview(value);
  const created = cache.get(value) ?? createPreview(value);
  cache.set(value, created);
  return created;
}

function createPreview(value: unknown): Preview {
  const copier = new Copier();
  const copy = copier.copy(value);
  return { value: copy === omitted ? undefined : copy, whole: copier.whole };
}

const omitted = Symbol('left out');

class Copier {
  whole = true;
  private remaining: number = limits.all;
  private depth = 0;

  copy(value: unknown): unknown {
    if (this.remaining <= 0 || this.depth > limits.depth) {
      this.whole = false;
      return omitted;
    }
    if (typeof value === 'string') return this.text(value);
    this.remaining -= 1;
    if (typeof value !== 'object' || value === null) return value;
    this.depth += 1;
    const copy = Array.isArray(value) ? this.list(value) : this.fields(value);
    this.depth -= 1;
    return copy;
  }

  private text(text: string): string {
    const length = Math.min(limits.text, this.remaining);
    this.whole &&= text.length <= length;
    this.remaining -= Math.min(text.length, length);
    return truncateMiddle(text, length);
  }

  private list(values: readonly unknown[]): unknown[] {
    const copies: unknown[] = [];
    for (const value of values) {
      const copy = this.copy(value);
      if (copy === omitted) break;
      copies.push(copy);
    }
    return copies;
  }

  private fields(value: object): unknown {
    const entries = Object.entries(value);
    const copies = new Map<string, unknown>();
    const shortFirst = [...entries.filter(isShort), ...entries.filter((one) => !isShort(one))];
    for (const [key, field] of shortFirst) {
      this.remaining -= key.length;
      const copy = this.copy(field);
      if (copy !== omitted) copies.set(key, copy);
      else if (this.remaining <= 0) break;
    }
    const kept = entries.filter(([key]) => copies.has(key));
    return Object.fromEntries(kept.map(([key]) => [key, copies.get(key)]));
  }
}

function isShort([, value]: readonly [string, unknown]): boolean {
  return typeof value === 'string' ? value.length <= shortText : typeof value !== 'object';
}

/** Maximum number of suggestions sent with a request; the client offers two or three. */
const maxSuggestions = 12;

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
  const first = suggestions.slice(0, maxSuggestions).map(preview);
  return {
    toolInput: input.value,
    suggestions: first.map(({ value }) => value),
    whole: suggestions.length <= maxSuggestions && [input, ...first].every(({ whole }) => whole),
  };
}
