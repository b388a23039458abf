import type { AgentSourcesParts, SessionRegistry } from '../sources';

/** Creates the sources in the program's folder that are neither transcripts nor hooks. */
export function codexSources(_home: string, _parts: AgentSourcesParts): SessionRegistry {
  return {
    start: () => Promise.resolve(),
    sessionIds: () => new Set(),
    leftBehind: () => Promise.resolve([]),
    trackProcess: () => Promise.resolve(),
    isGuess: () => false,
    terminate: () => Promise.resolve(false),
  };
}
