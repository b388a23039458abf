import * as path from 'node:path';
import { HubClient } from '../../../../src/extension/link/hubClient';
import type { HistoryPage } from '../../../../src/shared/protocol/history';
import { isOnPath, runCommand } from '../../../support/editor/command';
import { HostProcess } from '../../process/hostProcess';
import { verdict, type Measurement } from '../../measurement';
import { untilQuiet } from '../../process/processFigures';
import { readRaw } from '../../compare/rawRead';
import { duration, megabytes, median, p50p99, percentile } from '../../statistics';

const budgets = { titlesMs: 500, firstMs: 50, wholeMs: 1_200 };
const sessions = 1_000;
const queries = 20;
const wholeReads = 5;

/** Words that occur in no text, so that a search reads all texts. */
const unusedWords = 'zeppelin hydrogen';

/** Measures the hub's answers to searches for past sessions. */
export const historySearch: Measurement = {
  name: 'history search',
  async measure(bench) {
    const { bundles } = bench;
    const history = bench.history('history');
    const { bytes } = history.summary;
    const projects = path.join(history.folder, 'projects');
    await using host = await HostProcess.ready(bundles, {
      mode: 'hub',
      configHome: history.folder,
    });
    const target = await host.startHub();
    const past = new HubClient<'window'>({ hub: () => target });
    const { sessions: known } = await wholeHistory(past);
    await untilQuiet(host.pid);
    const words = Array.from({ length: queries }, (_, index) => {
      const { title } = known[Math.floor((index * known.length) / queries)] ?? { title: '' };
      return title.split(/\s+/u).slice(0, 2).join(' ');
    });
    const titles: number[] = [];
    const first: number[] = [];
    for (const query of words) {
      titles.push(await timeOf(() => past.call('history', { query, limit: 100 })));
      first.push(await untilFirstHit(past, query));
    }
    const whole: number[] = [];
    for (let read = 0; read < wholeReads; read += 1) {
      whole.push(await timeOf(() => searchCompletely(past, unusedWords)));
    }
    const raw = await readRaw(bundles, history.folder);
    const peerMs = await grepMs(projects);
    return [
      {
        figure: 'history search: titles, projects, branches, prompts',
        measured: p50p99(titles),
        budget: `< ${duration(budgets.titlesMs)}`,
        verdict: verdict(percentile(titles, 0.99) < budgets.titlesMs),
        notes: [`${queries} queries of two words from titles`],
      },
      {
        figure: 'history search: first hit in texts',
        measured: p50p99(first),
        budget: `p95 < ${duration(budgets.firstMs)}`,
        verdict: verdict(percentile(first, 0.95) < budgets.firstMs),
      },
      {
        figure: `history search: all texts to the end, ${megabytes(bytes)}`,
        measured: duration(median(whole)),
        budget: `< ${duration(budgets.wholeMs)}`,
        raw: duration(raw.ms),
        ...(peerMs !== undefined && { peer: `grep: ${duration(peerMs)}` }),
        ratio: median(whole) / (peerMs ?? raw.ms),
        verdict: verdict(median(whole) < budgets.wholeMs),
        notes: [
          'for words that nobody said; on one core, the other one is left to the hub',
          'the raw limit reads the same bytes, the peer looks for one of the words with `grep -rliF`',
        ],
      },
    ];
  },
};

/** The list of past sessions, after the hub has read all of them. */
async function wholeHistory(past: HubClient<'window'>): Promise<HistoryPage> {
  for (;;) {
    const found = await past.call('history', { query: '', limit: sessions });
    if (found.complete) return found;
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function untilFirstHit(past: HubClient<'window'>, query: string): Promise<number> {
  const enough = new AbortController();
  try {
    return await timeOf(async () => {
      for await (const { type } of past.events('searchTexts', { query, limit: 1 }, enough.signal)) {
        if (type === 'hit') return;
      }
      throw new Error(`No text says ${query}`);
    });
  } finally {
    enough.abort();
  }
}

async function searchCompletely(past: HubClient<'window'>, query: string): Promise<void> {
  const { signal } = new AbortController();
  for await (const { type } of past.events('searchTexts', { query, limit: 1 }, signal)) {
    if (type === 'hit') throw new Error(`Somebody said ${query}`);
    if (type === 'end') return;
  }
  throw new Error('The search broke off');
}

/** Time of `grep` on the same files; undefined if it is not installed. */
async function grepMs(folder: string): Promise<number | undefined> {
  if (!(await isOnPath('grep'))) return undefined;
  const [word = ''] = unusedWords.split(' ');
  // `grep` exits with 1 if it finds nothing.
  return timeOf(() => runCommand('sh', ['-c', 'grep -rliF "$1" "$2" || true', 'sh', word, folder]));
}
