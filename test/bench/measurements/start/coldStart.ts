import { runCcusage } from '../../compare/ccusage';
import { wholeBoard } from '../../compare/expectedBoard';
import { forgetCache } from '../../process/forgetCache';
import { dayOf, tokensOf, totals, type History } from '../../history/history';
import type { HostReport } from '../../host/messages';
import { HostProcess, type Arrival } from '../../process/hostProcess';
import { reviveSessions } from '../../process/livingSessions';
import { verdict, type Bench, type Measurement, type Row } from '../../measurement';
import { readRaw } from '../../compare/rawRead';
import { duration, median } from '../../statistics';

const runs = 3;
const budgets = { livingMs: 300, sessionsMs: 1_000, todayOfPeer: 0.3, wholeOfPeer: 1 };

/**
 * Measures starts with an empty cache until everything was read, with the files in the page cache.
 * The product and the peer run alternately.
 */
export const coldStart: Measurement = {
  name: 'cold start',
  async measure(bench) {
    const history = bench.history('history');
    const program = await bench.peer();
    using living = reviveSessions(history);
    const raw: number[] = [];
    const peer: number[] = [];
    const own: ColdRun[] = [];
    await readRaw(bench.bundles, history.folder); // Loads the files into the page cache.
    for (let run = 1; run <= runs; run += 1) {
      bench.say(`cold start, run ${run} of ${runs}`);
      const read = await readRaw(bench.bundles, history.folder);
      raw.push(read.ms + read.listMs);
      peer.push((await runCcusage(program, history.folder)).ms);
      own.push(await runCold(bench, history, living.sessionIds));
    }
    return rows({ history, raw: median(raw), peer: median(peer), own });
  },
};

interface ColdRun {
  readonly report: HostReport;
  readonly arrival: Arrival;
  readonly livingMs: number;
  readonly sessionsMs: number;
}

async function runCold(
  bench: Bench,
  history: History,
  living: ReadonlySet<string>,
): Promise<ColdRun> {
  forgetCache(history.folder);
  await using host = await HostProcess.ready(bench.bundles, {
    mode: 'window',
    watch: true,
    configHome: history.folder,
  });
  const arrival = await host.startUntil(wholeBoard(history));
  const report = await host.report();
  const latest = (times: readonly number[]): number => Math.max(0, ...times);
  return {
    report,
    arrival,
    sessionsMs: latest(report.seen.map(({ stateAt }) => stateAt)),
    livingMs: latest(
      report.seen
        .filter(({ sessionId }) => living.has(sessionId))
        .map(({ stateAt, faceAt }) => Math.max(stateAt, faceAt)),
    ),
  };
}

interface Measured {
  readonly history: History;
  readonly raw: number;
  readonly peer: number;
  readonly own: readonly ColdRun[];
}

function rows({ history, raw, peer, own }: Measured): readonly Row[] {
  const last = own.at(-1);
  const living = median(own.map(({ livingMs }) => livingMs));
  const sessions = median(own.map(({ sessionsMs }) => sessionsMs));
  const today = median(own.map(({ report }) => report.todayAt));
  const all = median(own.map(({ arrival }) => arrival.at));
  const notes = last === undefined ? [] : differences(history, last.report);
  const isExact = notes.length === 0 && own.every(({ arrival }) => arrival.complete);
  const common = { raw: duration(raw), peer: duration(peer) };
  return [
    {
      figure: 'cold start: living sessions on the board',
      measured: duration(living),
      budget: `< ${duration(budgets.livingMs)}`,
      verdict: verdict(living < budgets.livingMs),
    },
    {
      figure: 'cold start: the whole board with its states',
      measured: duration(sessions),
      budget: `< ${duration(budgets.sessionsMs)}`,
      ...common,
      ratio: sessions / peer,
      verdict: verdict(sessions < budgets.sessionsMs && isExact),
      notes,
    },
    {
      figure: 'cold start: cost of today exact',
      measured: duration(today),
      budget: `≤ ${budgets.todayOfPeer} × peer`,
      ...common,
      ratio: today / peer,
      verdict: verdict(today <= peer * budgets.todayOfPeer && isExact),
    },
    {
      figure: 'cold start: cost of the whole history exact',
      measured: duration(all),
      budget: `≤ ${budgets.wholeOfPeer} × peer`,
      ...common,
      ratio: all / peer,
      verdict: verdict(all <= peer * budgets.wholeOfPeer && isExact),
    },
  ];
}

/** Differences between the board at the end and the true values. */
function differences(history: History, report: HostReport): readonly string[] {
  const notes: string[] = [];
  const wanted = wholeBoard(history);
  for (const key of ['sessions', 'tokensToday', 'tokens'] as const) {
    if (report[key] !== wanted[key]) notes.push(`${key} ${report[key]} instead of ${wanted[key]}`);
  }
  const today = dayOf(history.parameters.until);
  const usdToday = totals(history.messages, ({ at }) => dayOf(at)).get(today)?.usd ?? 0;
  if (Math.abs(report.usdToday - usdToday) > 0.005) {
    notes.push(`today costs $${report.usdToday.toFixed(4)} instead of $${usdToday.toFixed(4)}`);
  }
  const bySession = totals(history.messages, ({ sessionId }) => sessionId);
  const wrong = report.seen.filter(
    ({ sessionId, tokens }) => tokens !== tokensOf(bySession.get(sessionId)),
  );
  if (wrong.length > 0) {
    notes.push(`${wrong.length} sessions with other tokens, ${wrong[0]?.sessionId ?? ''} first`);
  }
  return notes;
}
