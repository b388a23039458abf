import { runCcusage } from '../../compare/ccusage';
import { forgetCache } from '../../process/forgetCache';
import { HostProcess } from '../../process/hostProcess';
import { tokensOf, totals, type History } from '../../history/history';
import { verdict, type Bench, type Measurement } from '../../measurement';
import { processorMs } from '../../process/processFigures';
import { readRaw } from '../../compare/rawRead';
import { duration, gigabytesPerSecond, median } from '../../statistics';
import { untilStreamed } from '../../process/untilStreamed';
import { wholeBoard } from '../../compare/expectedBoard';

const budgetOfPeer = 1;
const runs = 3;

/**
 * Measures the reading of the whole history. It uses processor time, so that other programs and a
 * second core have no effect.
 */
export const scanSpeed: Measurement = {
  name: 'scan speed',
  async measure(bench) {
    const history = bench.history('history');
    const { bytes } = history.summary;
    const raw = await readRaw(bench.bundles, history.folder);
    const wanted = tokensOf(totals(history.messages, () => 'all').get('all'));
    const program = await bench.peer();
    const scans: Scanned[] = [];
    const peer: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      scans.push(await scan(bench, history, wanted));
      peer.push((await runCcusage(program, history.folder)).ms);
    }
    const ms = median(scans.map((one) => one.ms));
    const wallMs = median(scans.map((one) => one.wallMs));
    const peerMs = median(peer);
    const isExact = scans.every((one) => one.isExact);
    const hub = await wholeHub(bench, history);
    return [
      {
        figure: 'cold scan by itself: cost of the whole history exact',
        measured: duration(wallMs),
        budget: `≤ ${budgetOfPeer} × peer`,
        raw: duration(raw.ms + raw.listMs),
        peer: duration(peerMs),
        ratio: wallMs / peerMs,
        verdict: verdict(isExact && wallMs <= peerMs * budgetOfPeer),
        notes: ['from the start of the thread that reads, no board read beside it'],
      },
      {
        figure: 'scan speed on one core (bytes by processor time)',
        measured: gigabytesPerSecond(bytes, ms),
        raw: gigabytesPerSecond(bytes, raw.cpuMs),
        ratio: ms / raw.cpuMs,
        verdict: isExact ? 'as it is' : 'over',
        notes: [
          `${duration(ms)} of processor time of all threads until ${isExact ? 'every token is counted' : 'the end, which was not exact'}, the start of the thread that reads included`,
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
  /** Processor time in ms. */
  readonly ms: number;
  readonly isExact: boolean;
}

interface Scanned extends Taken {
  readonly wallMs: number;
}

async function scan(bench: Bench, { folder }: History, wanted: number): Promise<Scanned> {
  forgetCache(folder);
  await using host = await HostProcess.ready(bench.bundles, { mode: 'scan', configHome: folder });
  const before = processorMs(host.pid);
  const startedAt = performance.now();
  const tokens = await host.scan();
  const wallMs = performance.now() - startedAt;
  return { ms: processorMs(host.pid) - before, wallMs, isExact: tokens === wanted };
}

async function wholeHub(bench: Bench, history: History): Promise<Taken> {
  forgetCache(history.folder);
  await using host = await HostProcess.ready(bench.bundles, {
    mode: 'hub',
    configHome: history.folder,
  });
  const before = processorMs(host.pid);
  const isExact = await untilStreamed(await host.startHub(), wholeBoard(history));
  return { ms: processorMs(host.pid) - before, isExact };
}
