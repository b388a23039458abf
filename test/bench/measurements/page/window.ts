import { freshHome } from '../../freshHome';
import { HookLoad, now } from '../../hookLoad';
import { hubTarget, type HookTarget } from '../../../support/hub/wire/hubTarget';
import { verdict, type Measurement } from '../../measurement';
import { paintedMarks, watchMarks, watchScript } from '../../window/paintWatch';
import { RealWindow, type Activation } from '../../window/realWindow';
import { duration, median, p50p99, percentile } from '../../statistics';

const starts = 3;
const sessions = 30;
const perSecond = 10;
const forMs = 20_000;
const budgets = { activationMs: 50, paintedMs: 100 };

/**
 * Measures the packaged extension in a real workbench: its activation, and the time from a hook to
 * the painted board.
 */
export const realWindow: Measurement = {
  name: 'window',
  async measure({ cacheFolder }) {
    const activations: Activation[] = [];
    let waits: readonly number[] = [];
    for (let start = 1; start <= starts; start += 1) {
      using home = freshHome();
      const { configHome } = home;
      const window = await RealWindow.open({ cacheFolder, configHome });
      try {
        activations.push(await window.activation());
        if (start === starts) waits = await paintWaits(window, await hubTarget(configHome));
      } finally {
        await window.close();
      }
    }
    const total = median(activations.map(({ loadMs, callMs }) => loadMs + callMs));
    return [
      {
        figure: 'activation: main thread of a real window',
        measured: duration(total),
        budget: `< ${budgets.activationMs} ms`,
        verdict: verdict(total < budgets.activationMs),
        notes: [
          `as the editor counts it, loading and activating: ${activations
            .map(({ loadMs, callMs }) => `${loadMs} + ${callMs} ms`)
            .join(', ')}`,
        ],
      },
      {
        figure: `hook → painted in a real window's board, ${perSecond} calls a second`,
        measured: p50p99(waits),
        budget: `p99 < ${budgets.paintedMs} ms`,
        verdict: verdict(percentile(waits, 0.99) < budgets.paintedMs),
        notes: [`${waits.length} calls`],
      },
    ];
  },
};

/**
 * Opens the board and returns the times in ms from hook calls to the frames that show them. Some
 * calls are made before for warming up.
 */
export async function paintWaits(
  window: RealWindow,
  target: HookTarget,
): Promise<readonly number[]> {
  const load = new HookLoad(target, sessions);
  try {
    await load.steady(perSecond, 2_000); // The first calls compile code on all sides.
    const board = await window.showBoard();
    await board.locator('article').first().waitFor();
    await load.steady(perSecond, 2_000);
    await load.settle();
    await board.evaluate(watchScript);
    await watchMarks(board);
    await load.steady(perSecond, forMs);
    await window.workbench.page.waitForTimeout(500);
    for (const [mark, at] of await paintedMarks(board, now)) load.see(mark, at);
    return await load.settle();
  } finally {
    load.dispose();
  }
}
