import type { Context, Hook, Test } from 'mocha';

/** Skips the running test, or from a `before` hook its whole suite; the reason is listed by `npm test`. */
export function skip(context: Context, reason: string): never {
  const running = context.test as Test | Hook | undefined;
  const skipped = running?.type === 'hook' ? running.parent : running;
  if (skipped !== undefined) Object.assign(skipped, { skipReason: reason });
  return context.skip();
}
