import type { Context } from 'mocha';

/** Skips the running test; the reason is listed at the end of `npm test`. */
export function skip(context: Context, reason: string): never {
  const test = context.test;
  if (test !== undefined) Object.assign(test, { skipReason: reason });
  return context.skip();
}
