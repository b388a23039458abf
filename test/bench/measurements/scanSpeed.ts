import { forgetCache } from '../forgetCache';
import { HostProcess } from '../hostProcess';
import { verdict, type Measurement } from '../measurement';
import { processorMs, untilQuiet } from '../processFigures';
import { readRaw } from '../rawRead';
import { duration, gigabytesPerSecond } from '../statistics';

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
      await host.startHub();
      const ms = (await untilQuiet(host.pid)) - before;
      return [
        {
          figure: 'scan speed on one core (bytes by processor time)',
          measured: gigabytesPerSecond(bytes, ms),
          budget: '≥ 1 GB/s',
          raw: gigabytesPerSecond(bytes, raw.cpuMs),
          ratio: ms / raw.cpuMs,
          verdict: verdict(bytes / ms >= budgetBytesPerMs),
          notes: [`${duration(ms)} of processor time, the start of the worker included`],
        },
      ];
    } finally {
      await host.close();
    }
  },
};
