import type { FoundFile } from '../../../src/extension/agents/transcripts/files';
import * as path from 'node:path';
import { findTranscripts } from '../../../src/extension/agents/claude/catalogue/transcriptFolders';
import { recentFiles } from '../../../src/extension/hub/reading/recent';
import { dayOf, tokensOf, totals, type History } from '../history/history';
import type { Progress } from '../host/messages';

/**
 * The ids of the recently active sessions, which the board shows; all other sessions are history.
 */
export function sessionsOnBoard({ folder }: History): ReadonlySet<string> {
  const found: FoundFile[] = [];
  const job = findTranscripts(path.join(folder, 'projects'), () => undefined);
  for (let step = job.next(); ; step = job.next()) {
    if (step.done !== true) continue;
    found.push(...step.value);
    break;
  }
  return new Set(recentFiles(found, Date.now()).map(({ kind }) => kind.sessionId));
}

/**
 * The state of the board after all transcripts were read: the number of its sessions, their tokens,
 * and today's tokens.
 */
export function wholeBoard(history: History): Progress {
  const { messages, parameters } = history;
  const shown = sessionsOnBoard(history);
  const all = totals(
    messages.filter(({ sessionId }) => shown.has(sessionId)),
    () => 'all',
  ).get('all');
  const today = totals(messages, ({ at }) => dayOf(at)).get(dayOf(parameters.until));
  return {
    sessions: shown.size,
    tokensToday: tokensOf(today),
    tokens: tokensOf(all),
    isRead: 1,
  };
}
