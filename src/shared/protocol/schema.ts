import { config, discriminatedUnion, lazy, object } from 'zod/mini';
import english from 'zod/v4/locales/en.js';

/**
 * zod's smaller build: a quarter of the code, and its schemas are built in half the time. What is
 * wrong with a value it says in the words of the other. A window needs few schemas as it starts:
 * those that it may need are lazy, built when the first value is held against them.
 */
config(english());

export * from 'zod/mini';

/** An object whose schema is built at its first use. */
/* @__NO_SIDE_EFFECTS__ */
export function lazyObject<Shape extends NonNullable<Parameters<typeof object>[0]>>(
  shape: () => Shape,
) {
  return lazy(() => object(shape()));
}

/** One of several objects that one field tells apart, whose schemas are built at their first use. */
/* @__NO_SIDE_EFFECTS__ */
export function lazyUnion<Options extends Parameters<typeof discriminatedUnion>[1]>(
  field: string,
  options: () => Options,
) {
  return lazy(() => discriminatedUnion(field, options()));
}
