import { reportTitles } from '../reportTitles';
import type { AgentSourcesParts, SessionRegistry } from '../sources';
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
      emit: server.processes.apply,
      isSession(threadId) {
        const file = findRollout(home, threadId);
        return file === undefined ? undefined : rolloutKind(file)?.kind === 'session';
      },
    }),
  );
  parts.onDidDiscoverSession((sessionId) => void registry.findLock(sessionId));
  const titles = new SessionTitles(places.titles);
  reportTitles(places.titles, (sessionId) => titles.titleOf(sessionId), parts);
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
