import * as path from 'node:path';
import type { AgentSourcesParts, SessionRegistry } from '../sources';
import { FolderWatches } from '../transcripts/folderWatches';
import { findRollout, rolloutKind } from './catalogue/rolloutFolders';
import { SessionTitles } from './catalogue/titles';
import { codexPlacesIn } from './home/codexHome';
import { LockRegistry } from './locks/lockRegistry';
import { SharedServer } from './socket/sharedServer';

/** Creates the sources in the program's folder that are neither transcripts nor hooks. */
export function codexSources(home: string, parts: AgentSourcesParts): SessionRegistry {
  const { processes, closing, log } = parts;
  const places = codexPlacesIn(home);
  const server = closing.add(new SharedServer(places, parts));
  const registry = closing.add(
    new LockRegistry({
      folder: places.locks,
      processes,
      log,
      emit: server.applyProcess,
      isSession(threadId) {
        const file = findRollout(home, threadId);
        return file === undefined ? undefined : rolloutKind(file)?.kind === 'session';
      },
    }),
  );
  parts.onDidDiscoverSession((sessionId) => void registry.findLock(sessionId));
  reportTitles(places.titles, parts);
  return {
    async start() {
      await Promise.all([registry.start(), server.start()]);
    },
    sessionIds: () => new Set([...registry.sessionIds(), ...server.sessionIds()]),
    line: server,
    reportsRequests: (sessionId) => server.has(sessionId),
    terminate: (sessionId) => registry.terminate(sessionId),
  };
}

/** Reports the title of each session on the board, when it appears there and when titles change. */
function reportTitles(file: string, parts: AgentSourcesParts): void {
  const { emit, onDidDiscoverSession, closing, log } = parts;
  const titles = new SessionTitles(file);
  const reported = new Map<string, string | undefined>();
  const report = (sessionId: string): void => {
    const title = titles.titleOf(sessionId);
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
