import type { History, TextListener } from '../reading/past/history';
import type { Handlers } from '../serve/callRouter';
import { refusals } from '../serve/refusal';

/**
 * Maximum number of concurrent searches. Each searching window has one, or two while a search
 * replaces the previous one.
 */
const maxTextSearches = 8;

/** Handles calls about past sessions. */
export function historyCalls(
  history: Pick<History, 'search' | 'searchText' | 'session'>,
): Handlers<'history' | 'searchTexts' | 'pastSession'> {
  let searches = 0;
  return {
    history: ({ query, tokens, limit }) => history.search(query, limit, tokens),
    searchTexts({ query, tokens, limit }) {
      if (searches === maxTextSearches) return refusals.busy;
      return (stream) => {
        searches += 1;
        const listener: TextListener = {
          onEvent: (event) => {
            stream.send(event);
            if (event.type === 'end') stream.end();
          },
          onFail: () => stream.end(),
        };
        const search = history.searchText(query, limit, listener, tokens);
        return {
          dispose: () => {
            searches -= 1;
            search.dispose();
          },
        };
      };
    },
    pastSession: async ({ sessionId }) => (await history.session(sessionId)) ?? refusals.session,
  };
}
