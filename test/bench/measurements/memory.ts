import { setTimeout as delay } from 'node:timers/promises';
import { freshHome } from '../freshHome';
import { forgetCache } from '../process/forgetCache';
import { HostProcess } from '../process/hostProcess';
import { verdict, type Bench, type Measurement } from '../measurement';
import { leastResident, residentBytes, untilQuiet } from '../process/processFigures';
import { megabytes } from '../statistics';
import { wholeBoard } from '../compare/expectedBoard';

const budgetBytes = 80e6;
/**
 * Time in ms during which memory is sampled, because the garbage collector releases memory only
 * after some idle time.
 */
const restMs = 20_000;
/**
 * Time in ms for the hub to read the past sessions, which it does a few seconds after the start.
 */
const historyMs = 20_000;

/**
 * Measures the memory of a window that hosts the hub of a long history, compared with a host
 * process that has started nothing.
 */
export const memory: Measurement = {
  name: 'memory',
  async measure(bench) {
    const history = bench.history('crowd');
    using home = freshHome();
    const none = home.configHome;
    const bare = await residentMemory(bench, none, () => Promise.resolve());
    const empty = await residentMemory(bench, none, async (host) => {
      host.start();
      await untilQuiet(host.pid);
    });
    forgetCache(history.folder);
    const full = await residentMemory(bench, history.folder, async (host) => {
      await host.startUntil(wholeBoard(history));
      await untilQuiet(host.pid);
      await delay(historyMs);
    });
    const growth = full.least - bare.least;
    return [
      {
        figure: `memory over an empty host, ${history.parameters.sessions} sessions`,
        measured: megabytes(growth),
        budget: `< ${megabytes(budgetBytes)}`,
        raw: `${megabytes(empty.least - bare.least)} with no session`,
        ratio: growth / (empty.least - bare.least),
        verdict: verdict(growth < budgetBytes),
        notes: [
          `at its peak ${megabytes(full.peak - bare.least)}; ${history.messages.length} messages in the past`,
        ],
      },
    ];
  },
};

async function residentMemory(
  { bundles }: Bench,
  configHome: string,
  live: (host: HostProcess) => Promise<void>,
): Promise<{ readonly least: number; readonly peak: number }> {
  await using host = await HostProcess.ready(bundles, { mode: 'window', configHome });
  await live(host);
  return { least: await leastResident(host.pid, restMs), peak: residentBytes(host.pid).peak };
}
