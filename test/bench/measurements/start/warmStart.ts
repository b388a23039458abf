import * as fs from 'node:fs';
import { forgetCache } from '../../process/forgetCache';
import type { History } from '../../history/history';
import { HostProcess } from '../../process/hostProcess';
import { reviveSessions } from '../../process/livingSessions';
import { untilPastIsRead } from '../../process/pastRead';
import { verdict, type Bench, type Measurement } from '../../measurement';
import { bytesRead, untilQuiet } from '../../process/processFigures';
import { readRaw } from '../../compare/rawRead';
import { duration, median, megabytes } from '../../statistics';
import { wholeBoard } from '../../compare/expectedBoard';

const budgetMs = 300;
const changedFiles = 5;
const runs = 3;
/** Maximum share of all bytes that may be read: those of the cache and of the changed files. */
const budgetShare = 0.02;

/** Measures starts with a filled cache, before each of which a line was appended to a few files. */
export const warmStart: Measurement = {
  name: 'warm start',
  async measure(bench) {
    const history = bench.history('history');
    const { bytes } = history.summary;
    using _living = reviveSessions(history);
    const restore: (() => void)[] = [];
    try {
      forgetCache(history.folder);
      await start(bench, history);
      const changed = history.sessions.slice(0, changedFiles);
      for (const { file, endedAt } of changed) {
        const size = fs.statSync(file).size;
        restore.push(() => {
          fs.truncateSync(file, size);
          fs.utimesSync(file, endedAt / 1000, endedAt / 1000);
        });
      }
      const raw = await readRaw(bench.bundles, history.folder);
      const later: Start[] = [];
      for (let run = 1; run <= runs; run += 1) {
        for (const { file } of changed) {
          fs.appendFileSync(file, '\n{"type":"mode","mode":"normal"}\n');
        }
        later.push(await start(bench, history));
      }
      const boardMs = median(later.map((one) => one.boardMs));
      const read = Math.max(...later.map((one) => one.bytes));
      const hasCache = read < bytes * 0.9;
      const notes = hasCache ? [] : ['no cache yet: everything was read again'];
      return [
        {
          figure: 'warm start: board complete',
          measured: duration(boardMs),
          budget: `< ${duration(budgetMs)}`,
          raw: duration(raw.listMs),
          ratio: boardMs / raw.listMs,
          verdict: verdict(boardMs < budgetMs),
          notes,
        },
        {
          figure: `warm start: bytes read, ${changedFiles} files changed`,
          measured: megabytes(read),
          budget: `cache and changes (< ${megabytes(bytes * budgetShare)})`,
          verdict: verdict(read < bytes * budgetShare),
        },
      ];
    } finally {
      for (const undo of restore) undo();
    }
  },
};

interface Start {
  readonly boardMs: number;
  readonly bytes: number;
}

/** Runs a window until it has read everything and is idle. */
async function start(bench: Bench, history: History): Promise<Start> {
  await using host = await HostProcess.ready(bench.bundles, {
    mode: 'window',
    watch: true,
    configHome: history.folder,
  });
  const before = bytesRead(host.pid);
  await host.startUntil(wholeBoard(history));
  // Waits for the history, because a start that ends before would leave reading it to the next one.
  await untilPastIsRead(history.folder);
  await untilQuiet(host.pid);
  const { seen } = await host.report();
  return {
    boardMs: Math.max(0, ...seen.map(({ stateAt, faceAt }) => Math.max(stateAt, faceAt))),
    bytes: bytesRead(host.pid) - before,
  };
}
