import type { Context, Hook, Test } from 'mocha';

/**
 * Skips the running test, or from a `before` hook its whole suite; the reason is listed by `npm
 * test`.
 */
export function skip(context: Context, reason: string): never {
  const running = context.test as Test | Hook | undefined;
  const skipped = running?.type === 'hook' ? running.parent : running;
  if (skipped !== undefined) Object.assign(skipped, { skipReason: reason });
  return context.skip();
}

/** Features of Linux and macOS that Windows lacks or has in another form. */
const ofUnix = {
  modes: 'Windows keeps no modes of files',
  links: 'a link is a privilege on Windows',
  signals: 'Windows has no signals that a program can take',
  sh: 'it runs shell scripts',
  paths: 'its paths are those of Linux and macOS',
} as const;

/** Skips the running test, or from a `before` hook its suite, if the system lacks the feature. */
export function needs(context: Context, what: keyof typeof ofUnix): void {
  if (process.platform === 'win32') skip(context, ofUnix[what]);
}
