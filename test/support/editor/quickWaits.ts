import type { BrowserContext, Page } from 'playwright-core';

type Race = (...args: unknown[]) => Promise<unknown>;

/** Playwright has no public way to it, and may change it with its version. */
interface Scope {
  _race?: Race;
}

const quick = new WeakSet<Race>();

/**
 * Has Playwright take no stack for what it waits for, which is once or more in each call to a page. Only the error of
 * a page that was closed meanwhile has it; to find its lines took a twelfth of a test process's time.
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

/** The same for all pages of this process, once this context has one. */
export function waitWithoutStacksIn(context: BrowserContext): void {
  const [page] = context.pages();
  if (page === undefined) context.once('page', waitWithoutStacks);
  else waitWithoutStacks(page);
}
