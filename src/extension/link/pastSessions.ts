import {
  historyEntrySchema,
  historySchema,
  routes,
  textEventSchema,
  type History,
  type HistoryEntry,
  type TextEvent,
} from '../../shared/protocol';
import type { ReachableHub } from '../util/reachableHub';
import { getEvents, getJson } from './hubCalls';

/** The sessions of the past, as the hub knows them. All reject with a sentence fit for a person. */
export interface PastSessions {
  /** Those that have all words of a query, the best first; without words the latest first. */
  find(query: string, limit: number): Promise<History>;
  /** Those that say all words of a query in one text, the latest first; aborting ends the search. */
  findText(query: string, limit: number, signal: AbortSignal): AsyncIterable<TextEvent>;
  /** Rejects where there is none. */
  session(sessionId: string): Promise<HistoryEntry>;
}

/** Asks whichever hub can be reached; `hub` throws where there is none. */
export function pastOf(hub: () => ReachableHub): PastSessions {
  return {
    async find(query, limit) {
      return getJson(hub(), `${routes.history}?${parameters(query, limit)}`, historySchema);
    },
    async *findText(query, limit, signal) {
      const route = `${routes.historyText}?${parameters(query, limit)}`;
      yield* getEvents(hub(), route, textEventSchema, signal);
    },
    async session(sessionId) {
      const route = `${routes.history}/${encodeURIComponent(sessionId)}`;
      return getJson(hub(), route, historyEntrySchema);
    },
  };
}

function parameters(query: string, limit: number): string {
  return String(new URLSearchParams({ query, limit: String(limit) }));
}
