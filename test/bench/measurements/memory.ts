import { setTimeout as delay } from 'node:timers/promises';
import { freshHome } from '../freshHome';
import { forgetCache } from '../process/forgetCache';
import { HostProcess } from '../process/hostProcess';
import { verdict, type Bench, type Measurement } from '../measurement';
import { leastResident, residentBytes, untilQuiet } from '../process/processFigures';
import { megabytes } from '../statistics';
import { wholeBoard } from '../compare/expectedBoard';

const budgetBytes = 80e6;
/** The collector gives memory back only after a while of rest. */
const restMs = 20_000;
/** The past is read for Find Session a few seconds after the start. */
const historyMs = 20_000;

/** What a window that is the hub of a long past takes beyond one that has none and no hub. */
export const memory: Measurement = {
  name: 'memory',
  async measure(bench) {
    const history = bench.history('crowd');
    using home = freshHome();
    const none = home.configHome;
    const bare = await rest(bench, none, () => Promise.resolve());
    const empty = await rest(bench, none, async (host) => {
      host.start();
      await untilQuiet(host.pid);
    });
    forgetCache(history.folder);
    const full = await rest(bench, history.folder, async (host) => {
      await host.startUntil(wholeBoard(history));
      await untilQuiet(host.pid);
      await delay(historyMs);
    });
    const over = full.least - bare.least;
    return [
      {
        figure: `memory over an empty host, ${history.parameters.sessions} sessions`,
        measured: megabytes(over),
        budget: `< ${megabytes(budgetBytes)}`,
        raw: `${megabytes(empty.least - bare.least)} with no session`,
        ratio: over / (empty.least - bare.least),
        verdict: verdict(over < budgetBytes),
        notes: [
          `at its peak ${megabytes(full.peak - bare.least)}; ${history.messages.length} messages in the past`,
        ],
      },
    ];
  },
};

async function rest(
  { bundles }: Bench,
  configHome: string,
  live: (host: HostProcess) => Promise<void>,
): Promise<{ readonly least: number; readonly peak: number }> {
  await using host = await HostProcess.ready(bundles, { mode: 'window', configHome });
  await live(host);
  return { least: await leastResident(host.pid, restMs), peak: residentBytes(host.pid).peak };
}
