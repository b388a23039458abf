import type { BrowserContext, Page } from 'playwright-core';

type Race = (...args: unknown[]) => Promise<unknown>;

/**
 * A private part of Playwright, which has no public equivalent and may change with each version.
 */
interface Scope {
  _race?: Race;
}

const quick = new WeakSet<Race>();

/**
 * Makes Playwright capture no stack traces for its internal waits, of which each call to a page has
 * at least one. Only errors of closed pages would show them, and capturing took a twelfth of a test
 * process's time.
 */
export function waitWithoutStacks(page: Page): void {
  const { _closedOrCrashedScope: scope } = page as { readonly _closedOrCrashedScope?: object };
  if (scope === undefined) return;
  const scopes = Object.getPrototypeOf(scope) as Scope;
  const race = scopes._race;
  if (race === undefined || quick.has(race)) return;
  scopes._race = function (this: Scope, ...args) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    try {
      return race.apply(this, args);
    } finally {
      Error.stackTraceLimit = limit;
    }
  };
  quick.add(scopes._race);
}

/** Applies the same to all pages of this process, once this context has one. */
export function waitWithoutStacksIn(context: BrowserContext): void {
  const [page] = context.pages();
  if (page === undefined) context.once('page', waitWithoutStacks);
  else waitWithoutStacks(page);
}
