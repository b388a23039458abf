import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Catalogue } from '../../../src/extension/hub/reading/catalogue';
import type { ReadingNews } from '../../../src/extension/hub/reading/messages';
import { Slices } from '../../../src/extension/util/thread/slices';
import { Scan } from '../../../src/extension/hub/reading/usage/scan';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import type { DayTotal, LedgerChange } from '../../../src/extension/hub/reading/usage/sums';
import { claudeHomes } from '../../support/agents/claudeHomes';

export interface CountedHistory {
  /** Totals of sessions including their subagents, by session id. */
  readonly sessions: ReadonlyMap<string, LedgerChange['total']>;
  /** Totals of days, by numbers such as 20260301. */
  readonly days: ReadonlyMap<number, DayTotal>;
}

/** The totals that the product counts in all transcripts of a config home. */
export async function countHistory(configHome: string): Promise<CountedHistory> {
  const sessions = new Map<string, LedgerChange['total']>();
  const days = new Map<number, DayTotal>();
  const cacheFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'mission-control-bench-'));
  const emit = (news: ReadingNews): void => {
    if (news.type !== 'usage') return;
    for (const { sessionId, agentId, total } of news.totals) {
      if (agentId === undefined) sessions.set(sessionId, total);
    }
    for (const one of news.days) days.set(one.day, one);
  };
  const parts = {
    homes: claudeHomes(path.join(configHome, 'projects')),
    slices: new Slices(),
    emit,
  };
  const scan = new Scan({
    ...parts,
    cacheFolder: new PrivateFolder(cacheFolder),
    catalogue: new Catalogue(parts),
  });
  try {
    await scan.begin([]);
  } finally {
    await scan.close();
    fs.rmSync(cacheFolder, { recursive: true });
  }
  return { sessions, days };
}
