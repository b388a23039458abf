import type { Page } from 'playwright-core';

interface Coverage {
  readonly result: readonly {
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/**
 * Number of function calls in the page during `act`: a measure of work that is independent of the
 * machine.
 */
export async function callCount(page: Page, act: () => Promise<void>): Promise<number> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Profiler.enable');
  await protocol.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await act();
  const { result } = (await protocol.send('Profiler.takePreciseCoverage')) as Coverage;
  await protocol.send('Profiler.stopPreciseCoverage');
  await protocol.detach();
  const counts = result.flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0]?.count));
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}
