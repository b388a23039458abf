import { config, discriminatedUnion, lazy, object, strictObject } from 'zod/mini';
import english from 'zod/v4/locales/en.js';

/**
 * The small build of zod: a quarter of the code size, and schemas are built in half the time. Its
 * messages are set to those of the full build. A window needs few schemas at start, so most are
 * lazy and built at the first validation.
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

/** The same, for an object that has no other field. */
/* @__NO_SIDE_EFFECTS__ */
export function lazyStrictObject<Shape extends NonNullable<Parameters<typeof object>[0]>>(
  shape: () => Shape,
) {
  return lazy(() => strictObject(shape()));
}

/** A discriminated union whose schemas are built at their first use. */
/* @__NO_SIDE_EFFECTS__ */
export function lazyUnion<Options extends Parameters<typeof discriminatedUnion>[1]>(
  field: string,
  options: () => Options,
) {
  return lazy(() => discriminatedUnion(field, options()));
}
