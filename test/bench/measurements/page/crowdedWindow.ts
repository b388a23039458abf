import type { Frame } from 'playwright-core';
import { HookCalls } from '../../../support/editor/hookCalls';
import { forgetCache } from '../../process/forgetCache';
import { firstPaint, firstPaintScript } from '../../window/firstPaint';
import { HookLoad, now } from '../../hookLoad';
import { hubTarget } from '../../../support/hub/wire/hubTarget';
import { verdict, type Measurement, type Row } from '../../measurement';
import { paintedMarks, watchMarks, watchScript } from '../../window/paintWatch';
import { untilQuiet } from '../../process/processFigures';
import { RealWindow } from '../../window/realWindow';
import { duration, megabytes, median, p50p99, percentile } from '../../statistics';

const live = 1_000;
/** Number of sessions that work all the time; the others wait for a person. */
const working = 30;
const opens = 5;
const perSecond = 10;
const forMs = 20_000;
const updates = 50;
/** Time in ms within which an update is painted. */
const updateMs = 250;
const budgets = { firstPaintMs: 300, updateMs: 16, paintedMs: 100 };

/** Measures the board of a real window with a thousand live sessions and ten thousand past ones. */
export const crowdedWindow: Measurement = {
  name: 'crowded window',
  async measure(bench) {
    const { folder: configHome, parameters } = bench.history('crowd');
    forgetCache(configHome);
    const window = await RealWindow.open({ cacheFolder: bench.cacheFolder, configHome });
    try {
      await window.workbench.page.context().addInitScript(firstPaintScript);
      const target = await hubTarget(configHome);
      await fill(new HookCalls(configHome));
      const load = new HookLoad(target, working);
      try {
        await load.steady(perSecond, 5_000);
        const { pid } = await window.hostFigures();
        await untilQuiet(pid);
        const paints = [];
        let board = await window.showBoard();
        for (let open = 0; open < opens; open += 1) {
          await window.closeEditors();
          board = await window.showBoard();
          await board.locator('article').first().waitFor();
          paints.push(await firstPaint(board));
        }
        await board.evaluate(watchScript);
        await load.steady(perSecond, 5_000);
        await load.settle();
        const waits = await paintedWaits(board, load);
        const work = await updateWork(window, load);
        const host = await window.hostFigures();
        const page = await window.pageFigures(board);
        const first = median(paints.map(({ ms }) => ms));
        const added = median(work.updates) - median(work.nothing);
        const counts = `${live} living sessions, ${parameters.sessions} of the past`;
        const rows: Row[] = [
          {
            figure: `real window, ${counts}: first paint`,
            measured: duration(first),
            budget: `< ${duration(budgets.firstPaintMs)}`,
            verdict: verdict(first < budgets.firstPaintMs),
            notes: [
              `from the board's arrival in the page to ${paints.at(-1)?.cards ?? 0} painted cards; ${duration(median(paints.map(({ sinceStart }) => sinceStart)))} from the document's start`,
            ],
          },
          {
            figure: `real window, ${counts}: work of an update`,
            measured: duration(added),
            budget: `< ${duration(budgets.updateMs)}`,
            raw: `${duration(median(work.nothing))} without one`,
            verdict: verdict(added < budgets.updateMs),
            notes: [
              `what it adds to the work of the whole window's thread in ${updateMs} ms: board, tree, status bar and the editor around them, painting included`,
            ],
          },
          {
            figure: `real window, ${counts}: hook → painted, ${perSecond} calls a second`,
            measured: p50p99(waits),
            budget: `p99 < ${duration(budgets.paintedMs)}`,
            verdict: verdict(percentile(waits, 0.99) < budgets.paintedMs),
          },
          {
            figure: `real window, ${counts}: heaps after a collection`,
            measured: `hub ${megabytes(host.hub?.heap ?? Number.NaN)}, window ${megabytes(host.main.heap)}, page ${megabytes(page.heap)}`,
            verdict: 'as it is',
            notes: [
              `those of the window and the page hold the editor, too; ${page.boardNodes} elements on the board`,
            ],
          },
        ];
        return rows;
      } finally {
        load.dispose();
      }
    } finally {
      await window.close();
    }
  },
};

/**
 * Creates the sessions that do not work: every tenth waits for a permission, the others for a
 * prompt.
 */
async function fill(hooks: HookCalls): Promise<void> {
  const sessions = Array.from({ length: live - working }, (_, index) => `crowd-${index}`);
  const fillNext = async (): Promise<void> => {
    for (let id = sessions.pop(); id !== undefined; id = sessions.pop()) {
      const title = `Look at the order routes of ${id}`;
      if (sessions.length % 10 === 0) await hooks.block(id, title, 'npm test');
      else {
        await hooks.call(id, 'UserPromptSubmit', { prompt: title });
        await hooks.call(id, 'Stop', { background_tasks: [] });
      }
    }
  };
  await Promise.all(Array.from({ length: 16 }, fillNext));
}

async function paintedWaits(board: Frame, load: HookLoad): Promise<readonly number[]> {
  await watchMarks(board);
  await load.steady(perSecond, forMs);
  await board.waitForTimeout(500);
  for (const [mark, at] of await paintedMarks(board, now)) load.see(mark, at);
  return load.settle();
}

/**
 * Processor time in ms of the window's main thread with one update, and in the same time without
 * one; measured alternately.
 */
async function updateWork(
  window: RealWindow,
  load: HookLoad,
): Promise<{ readonly updates: readonly number[]; readonly nothing: readonly number[] }> {
  const workOf = async (act: () => void): Promise<number> => {
    const before = await window.workMs();
    act();
    await window.workbench.page.waitForTimeout(updateMs);
    return (await window.workMs()) - before;
  };
  const work = { updates: [] as number[], nothing: [] as number[] };
  for (let index = 0; index < updates; index += 1) {
    work.nothing.push(await workOf(() => undefined));
    work.updates.push(await workOf(() => load.burst(1)));
  }
  return work;
}
