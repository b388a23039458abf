import { jsonIn } from '../../../../shared/text/boundedJson';
import { elapsedTime, pastTime } from '../../../../shared/protocol/plausible';
import { firstOf } from '../../../hub/domain/words/clip';

/** Narrow reads of foreign JSON: a missing or wrong value is `undefined`, never an error. */
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

/** Longest path in characters: no system takes a longer one. */
export const maxPathLength = 4_096;
/** Longest id in characters. The client's have 36. */
export const maxIdLength = 200;
/** Longest name, title or word in characters; no view shows so much. */
export const maxNameLength = 1_000;

/** A part of a longer path would be another path: such a one counts as missing. */
export function pathIn(object: JsonObject | undefined, key: string): string | undefined {
  const text = textIn(object, key);
  return text === undefined || text.length > maxPathLength ? undefined : text;
}

/** Reads an id. A longer one is left out: a part of it would be another id. */
export function idIn(object: JsonObject | undefined, key: string): string | undefined {
  const text = textIn(object, key);
  return text === undefined || text.length > maxIdLength ? undefined : text;
}

/** The beginning of a longer text. */
export function nameIn(object: JsonObject | undefined, key: string): string | undefined {
  const text = textIn(object, key);
  return text === undefined ? undefined : firstOf(text, maxNameLength);
}

export function numberIn(object: JsonObject | undefined, key: string): number | undefined {
  const value = object?.[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A number from zero to a bound; any other counts as missing. */
export function numberWithin(
  object: JsonObject | undefined,
  key: string,
  most: number,
): number | undefined {
  const value = numberIn(object, key);
  return value !== undefined && value >= 0 && value <= most ? value : undefined;
}

/** Milliseconds since 1970 at which something can have happened; whatever else is there counts as missing. */
export function timeIn(object: JsonObject | undefined, key: string): number | undefined {
  return elapsedTime(numberIn(object, key));
}

/** The time of an entry as it is written, in ms since 1970; one at which nothing can have happened counts as missing. */
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
