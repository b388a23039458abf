import { forgetCache } from '../forgetCache';
import { HostProcess } from '../hostProcess';
import { verdict, type Measurement } from '../measurement';
import { processorMs } from '../processFigures';
import { readRaw } from '../rawRead';
import { duration, gigabytesPerSecond } from '../statistics';
import { untilTold } from '../untilTold';
import { wholeBoard } from './coldStart';

const budgetBytesPerMs = 1e6;

/** By processor time, so that neither other programs nor a second core matter. */
export const scanSpeed: Measurement = {
  name: 'scan speed',
  async measure(bench) {
    const history = bench.history('history');
    const { bytes } = history.summary;
    const raw = await readRaw(bench.bundles, history.folder);
    forgetCache(history.folder);
    const host = await HostProcess.ready(bench.bundles, {
      mode: 'hub',
      configHome: history.folder,
    });
    try {
      const before = processorMs(host.pid);
      const complete = await untilTold(await host.startHub(), wholeBoard(history));
      const ms = processorMs(host.pid) - before;
      return [
        {
          figure: 'scan speed on one core (bytes by processor time)',
          measured: gigabytesPerSecond(bytes, ms),
          budget: '≥ 1 GB/s',
          raw: gigabytesPerSecond(bytes, raw.cpuMs),
          ratio: ms / raw.cpuMs,
          verdict: verdict(complete && bytes / ms >= budgetBytesPerMs),
          notes: [
            `${duration(ms)} of processor time until ${complete ? 'every token is told' : 'nothing more came, which was not all'}, the start of the worker included`,
          ],
        },
      ];
    } finally {
      await host.close();
    }
  },
};
