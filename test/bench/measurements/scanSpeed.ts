import { forgetCache } from '../forgetCache';
import { HostProcess } from '../hostProcess';
import { tokensOf, totals, type History } from '../history/history';
import { verdict, type Bench, type Measurement } from '../measurement';
import { processorMs } from '../processFigures';
import { readRaw } from '../rawRead';
import { duration, gigabytesPerSecond, median } from '../statistics';
import { untilTold } from '../untilTold';
import { wholeBoard } from '../expectedBoard';

const budgetBytesPerMs = 1e6;
const runs = 3;

/** By processor time, so that neither other programs nor a second core matter. */
export const scanSpeed: Measurement = {
  name: 'scan speed',
  async measure(bench) {
    const history = bench.history('history');
    const { bytes } = history.summary;
    const raw = await readRaw(bench.bundles, history.folder);
    const wanted = tokensOf(totals(history.messages, () => 'all').get('all'));
    const scans: Taken[] = [];
    for (let run = 0; run < runs; run += 1) scans.push(await scanAlone(bench, history, wanted));
    const ms = median(scans.map((one) => one.ms));
    const isExact = scans.every((one) => one.isExact);
    const hub = await wholeHub(bench, history);
    return [
      {
        figure: 'scan speed on one core (bytes by processor time)',
        measured: gigabytesPerSecond(bytes, ms),
        budget: '≥ 1 GB/s',
        raw: gigabytesPerSecond(bytes, raw.cpuMs),
        ratio: ms / raw.cpuMs,
        verdict: verdict(isExact && bytes / ms >= budgetBytesPerMs),
        notes: [
          `${duration(ms)} of processor time of all threads until ${isExact ? 'every token is counted' : 'the end, which was not exact'}, the start of the scan's thread included`,
        ],
      },
      {
        figure: 'cold start of the whole hub by processor time',
        measured: gigabytesPerSecond(bytes, hub.ms),
        raw: gigabytesPerSecond(bytes, raw.cpuMs),
        ratio: hub.ms / raw.cpuMs,
        verdict: 'as it is',
        notes: [
          `${duration(hub.ms)} of processor time until ${hub.isExact ? 'every token is told' : 'nothing more came, which was not all'}: the scan, the board and its stream`,
        ],
      },
    ];
  },
};

interface Taken {
  readonly ms: number;
  readonly isExact: boolean;
}

async function scanAlone(bench: Bench, { folder }: History, wanted: number): Promise<Taken> {
  forgetCache(folder);
  const host = await HostProcess.ready(bench.bundles, { mode: 'scan', configHome: folder });
  try {
    const before = processorMs(host.pid);
    const tokens = await host.scan();
    return { ms: processorMs(host.pid) - before, isExact: tokens === wanted };
  } finally {
    await host.close();
  }
}

async function wholeHub(bench: Bench, history: History): Promise<Taken> {
  forgetCache(history.folder);
  const host = await HostProcess.ready(bench.bundles, { mode: 'hub', configHome: history.folder });
  try {
    const before = processorMs(host.pid);
    const isExact = await untilTold(await host.startHub(), wholeBoard(history));
    return { ms: processorMs(host.pid) - before, isExact };
  } finally {
    await host.close();
  }
}
