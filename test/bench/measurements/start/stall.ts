import { setTimeout as delay } from 'node:timers/promises';
import { freshHome } from '../../freshHome';
import { forgetCache } from '../../process/forgetCache';
import type { HostReport } from '../../host/messages';
import { HostProcess } from '../../process/hostProcess';
import { reviveSessions } from '../../process/livingSessions';
import { verdict, type Bench, type Measurement } from '../../measurement';
import { duration } from '../../statistics';
import { wholeBoard } from '../../compare/expectedBoard';

const budgets = { p99: 5, worst: 20 };
const afterwardsMs = 3_000;

/**
 * Measures stalls of a window's extension host while it starts its hub and the hub reads all
 * transcripts.
 */
export const stall: Measurement = {
  name: 'stall',
  async measure(bench) {
    const history = bench.history('history');
    using home = freshHome();
    const empty = home.configHome;
    using _living = reviveSessions(history);
    const raw = await run(bench, empty, (host) => {
      host.start();
      return delay(afterwardsMs);
    });
    forgetCache(history.folder);
    const { stall: own } = await run(bench, history.folder, async (host) => {
      await host.startUntil(wholeBoard(history));
      await delay(afterwardsMs);
    });
    return [
      {
        figure: 'stall of the extension host’s main thread, cold start included',
        measured: stallText(own),
        budget: `p99 < ${budgets.p99} ms, worst < ${budgets.worst} ms`,
        raw: stallText(raw.stall),
        ratio: own.worst / raw.stall.worst,
        verdict: verdict(own.p99 < budgets.p99 && own.worst < budgets.worst),
        notes: ['the raw limit is the same window with no past to read'],
      },
    ];
  },
};

function stallText({ p99, worst, worstWork }: HostReport['stall']): string {
  return `p99 ${duration(p99)}, worst ${duration(worst)} (${duration(worstWork)} of work)`;
}

async function run(
  { bundles }: Bench,
  configHome: string,
  live: (host: HostProcess) => Promise<unknown>,
): Promise<HostReport> {
  await using host = await HostProcess.ready(bundles, {
    mode: 'window',
    views: true,
    stalls: true,
    configHome,
  });
  await live(host);
  return await host.report();
}
