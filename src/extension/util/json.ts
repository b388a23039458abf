import { jsonIn } from '../../shared/text/boundedJson';
import { timeNotInFuture, pastTime } from '../../shared/protocol/plausible';
import { truncateText } from '../../shared/text/truncate';

/**
 * An object in untrusted JSON. The functions below read its fields: a missing or wrong value is
 * `undefined`, never an error.
 */
export type JsonObject = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

export function parseObject(text: string): JsonObject | undefined {
  return asObject(jsonIn(text));
}

export function textIn(object: JsonObject | undefined, key: string): string | undefined {
  const value = object?.[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Longest path in characters; no operating system accepts longer ones. */
export const maxPathLength = 4_096;
/** Longest id in characters. The client's ids have 36. */
export const maxIdLength = 200;
/** Longest name, title or word in characters; no view shows more. */
export const maxNameLength = 1_000;

/** Reads a path. A longer one counts as missing, since a truncated path would be a different one. */
export function pathIn(object: JsonObject | undefined, key: string): string | undefined {
  const text = textIn(object, key);
  return text === undefined || text.length > maxPathLength ? undefined : text;
}

/** Reads an id. A longer one counts as missing, since a truncated id would be a different one. */
export function idIn(object: JsonObject | undefined, key: string): string | undefined {
  const text = textIn(object, key);
  return text === undefined || text.length > maxIdLength ? undefined : text;
}

/** Turns any value into a text that is the same for equal values. Values of damaged lines have no usable `toString`. */
export function textFrom(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}

/** Reads a name and truncates a long one. */
export function nameIn(object: JsonObject | undefined, key: string): string | undefined {
  const text = textIn(object, key);
  return text === undefined ? undefined : truncateText(text, maxNameLength);
}

/** Reads a name at a path of keys, the outermost first. */
export function nameAt(object: JsonObject, path: readonly string[]): string | undefined {
  // The loop copies nothing, because it runs for several fields of every record.
  const last = path.length - 1;
  let holder: JsonObject | undefined = object;
  for (let depth = 0; depth < last; depth += 1) holder = objectIn(holder, path[depth] ?? '');
  return nameIn(holder, path[last] ?? '');
}

export function numberIn(object: JsonObject | undefined, key: string): number | undefined {
  const value = object?.[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A number from zero to a limit; any other counts as missing. */
export function numberWithin(
  object: JsonObject | undefined,
  key: string,
  most: number,
): number | undefined {
  const value = numberIn(object, key);
  return value !== undefined && value >= 0 && value <= most ? value : undefined;
}

/** A plausible time in ms since 1970; any other value counts as missing. */
export function timeIn(object: JsonObject | undefined, key: string): number | undefined {
  return timeNotInFuture(numberIn(object, key));
}

/** The time in an entry, in ms since 1970; an implausible one counts as missing. */
export function writtenTime(value: unknown): number | undefined {
  return typeof value === 'string' ? pastTime(Date.parse(value)) : undefined;
}

export function objectIn(object: JsonObject | undefined, key: string): JsonObject | undefined {
  return asObject(object?.[key]);
}

export function listIn(object: JsonObject | undefined, key: string): readonly unknown[] {
  const value = object?.[key];
  return Array.isArray(value) ? value : [];
}
