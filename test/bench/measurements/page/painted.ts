import { BoardReplica } from '../../../../src/extension/link/boardReplica';
import { StreamClient } from '../../../../src/extension/link/streamClient';
import type { ReachableHub } from '../../../../src/extension/util/hub/reachableHub';
import { boardChannel } from '../../window/boardChannel';
import { BoardPages, type BoardPage } from '../../window/boardPage';
import { freshHome } from '../../freshHome';
import { HookLoad, now } from '../../hookLoad';
import { HostProcess } from '../../process/hostProcess';
import { verdict, type Measurement } from '../../measurement';
import { untilQuiet } from '../../process/processFigures';
import { p50p99, percentile } from '../../statistics';

const budgetMs = 100;
const sessions = 30;
const perSecond = 10;
const forMs = 20_000;
const rawCalls = 100;

/**
 * Measures the time from a hook to the painted board: through the hub, its stream, the window's
 * replica, the page's channel and the production page in a browser.
 */
export const painted: Measurement = {
  name: 'painted',
  async measure({ bundles }) {
    using home = freshHome();
    const { configHome } = home;
    await using host = await HostProcess.ready(bundles, { mode: 'hub', configHome });
    const pages = await BoardPages.start();
    try {
      const target = await host.startHub();
      await untilQuiet(host.pid);
      const opened = await openBoard(pages, target);
      const { page } = opened;
      const load = new HookLoad(target, sessions);
      await load.steady(perSecond, 2_000); // The first calls compile code on all sides.
      await load.settle();
      await page.watchMarks();
      await load.steady(perSecond, forMs);
      await page.waitForFrames();
      for (const [mark, at] of await page.paintedMarks(now)) load.see(mark, at);
      const waits = await load.settle();
      load.dispose();
      const raw: number[] = [];
      for (let index = 0; index < rawCalls; index += 1) {
        const started = now();
        await page.postAndPaint({ type: 'nothing' }, 1);
        raw.push(now() - started);
      }
      opened.dispose();
      await page.close();
      return [
        {
          figure: `hook → painted in the board, ${perSecond} calls a second`,
          measured: p50p99(waits),
          budget: `p99 < ${budgetMs} ms`,
          raw: p50p99(raw),
          ratio: percentile(waits, 0.99) / percentile(raw, 0.99),
          verdict: verdict(percentile(waits, 0.99) < budgetMs),
          notes: [
            `${waits.length} calls; a browser's debugging channel takes the place of the editor's between window and page`,
            'the raw limit is a message to the page that changes nothing, there and back',
          ],
        },
      ];
    } finally {
      await pages.stop();
    }
  },
};

/** Connects a page to the hub, as a window does, in this process. */
async function openBoard(
  pages: BoardPages,
  hub: ReachableHub,
): Promise<{ readonly page: BoardPage; dispose(): void }> {
  const board = new BoardReplica();
  const stream = new StreamClient(hub, {
    onEvent: (event) => board.apply(event),
    onEnd: () => undefined,
  });
  const early: unknown[] = [];
  let page: BoardPage | undefined;
  const channel = boardChannel(board, (message) => {
    if (page === undefined) early.push(message);
    // If the page was closed, its missing marks show that.
    else page.post(message).catch(() => undefined);
  });
  page = await pages.open((message) => channel.receive(message));
  for (const message of early) await page.post(message);
  return {
    page,
    dispose() {
      channel.dispose();
      stream.dispose();
      board.dispose();
    },
  };
}
