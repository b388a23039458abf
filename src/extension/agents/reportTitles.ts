import * as path from 'node:path';
import type { AgentSourcesParts } from './sources';
import { FolderWatches } from './transcripts/folderWatches';

/**
 * Reports the title of each session on the board, when it appears there and when titles change,
 * which a program keeps in a file of their own.
 */
export function reportTitles(
  file: string,
  titleOf: (sessionId: string) => string | undefined,
  parts: Pick<AgentSourcesParts, 'emit' | 'onDidDiscoverSession' | 'closing' | 'log'>,
): void {
  const { emit, onDidDiscoverSession, closing, log } = parts;
  const reported = new Map<string, string | undefined>();
  const report = (sessionId: string): void => {
    const title = titleOf(sessionId);
    if (reported.get(sessionId) === title) return;
    reported.set(sessionId, title);
    if (title !== undefined) emit({ type: 'titled', sessionId, at: Date.now(), title });
  };
  onDidDiscoverSession((sessionId) => {
    reported.set(sessionId, undefined);
    report(sessionId);
  });
  const folder = path.dirname(file);
  closing.add(new FolderWatches(folder, log)).watch(folder, (name) => {
    if (name === path.basename(file)) for (const sessionId of reported.keys()) report(sessionId);
  });
}
