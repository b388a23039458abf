import { ownJson, parseJson } from '../../../shared/text/boundedJson';
import * as z from '../../../shared/protocol/schema';
import type { SafeRead } from '../../util/files/safeFile';

interface Schema<T> {
  safeParse(
    value: unknown,
  ): { readonly success: true; readonly data: T } | { readonly success: false };
}

const recordSchema = z.record(z.string(), z.unknown());
const listSchema = z.array(z.unknown());

/** Returns the entries of an object that match the schema; throws if the text is not an object. */
export function validEntries<T>(
  text: string,
  schema: Schema<T>,
): SafeRead<readonly (readonly [string, T])[]> {
  const entries = Object.entries(recordSchema.parse(parseJson(text, ownJson)));
  const value = entries.flatMap(([key, one]) => {
    const parsed = schema.safeParse(one);
    return parsed.success ? [[key, parsed.data] as const] : [];
  });
  return { value, damaged: entries.length - value.length };
}

/** Like `validEntries`, as a map. */
export function entryMap<T>(text: string, schema: Schema<T>): SafeRead<ReadonlyMap<string, T>> {
  const { value, damaged } = validEntries(text, schema);
  return { value: new Map(value), damaged };
}

/** Returns the elements of a list that match the schema, by their keys; throws if the text is not a list. */
export function elementMap<T>(
  text: string,
  schema: Schema<T>,
  keyOf: (one: T) => string,
): SafeRead<ReadonlyMap<string, T>> {
  const { value, damaged } = elementsOf(text, schema);
  return { value: new Map(value.map((one) => [keyOf(one), one])), damaged };
}

/** Returns the elements of a list that match the schema; throws if the text is not a list. */
export function elementsOf<T>(text: string, schema: Schema<T>): SafeRead<readonly T[]> {
  return validElements(listSchema.parse(parseJson(text, ownJson)), schema);
}

export function validElements<T>(
  list: readonly unknown[],
  schema: Schema<T>,
): SafeRead<readonly T[]> {
  const value = list.flatMap((one) => {
    const parsed = schema.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
  return { value, damaged: list.length - value.length };
}
