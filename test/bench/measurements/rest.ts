import { setTimeout as delay } from 'node:timers/promises';
import { forgetCache } from '../process/forgetCache';
import { HostProcess } from '../process/hostProcess';
import { reviveSessions } from '../process/livingSessions';
import type { Measurement } from '../measurement';
import { untilPastIsRead } from '../process/pastRead';
import { bytesRead, processorMs, untilQuiet } from '../process/processFigures';
import { megabytes } from '../statistics';
import { wholeBoard } from '../compare/expectedBoard';

const forMs = 65_000;

/**
 * Measures the continuing cost of an idle window and its hub, which comes from polling files and
 * from timers.
 */
export const rest: Measurement = {
  name: 'rest',
  async measure(bench) {
    const history = bench.history('history');
    using living = reviveSessions(history);
    forgetCache(history.folder);
    await using host = await HostProcess.ready(bench.bundles, {
      mode: 'window',
      configHome: history.folder,
    });
    await host.startUntil(wholeBoard(history));
    await untilPastIsRead(history.folder);
    await untilQuiet(host.pid);
    const before = { ms: processorMs(host.pid), bytes: bytesRead(host.pid) };
    await delay(forMs);
    const share = (processorMs(host.pid) - before.ms) / forMs;
    const bytes = ((bytesRead(host.pid) - before.bytes) / forMs) * 60_000;
    return [
      {
        figure: `at rest, ${history.parameters.sessions} sessions, ${living.sessionIds.size} of them living`,
        measured: `${(share * 100).toFixed(1)} % of a core, reads ${megabytes(bytes)} a minute`,
        verdict: 'as it is',
      },
    ];
  },
};
