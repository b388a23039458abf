import type { History, TextListener } from '../reading/past/history';
import type { Handlers } from '../serve/callRouter';
import { refusals } from '../serve/refusal';

/** Limit of concurrent searches: each searching window has one, and a second while it is replaced. */
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
      return (telling) => {
        searches += 1;
        const listener: TextListener = {
          onEvent: (event) => {
            telling.send(event);
            if (event.type === 'end') telling.end();
          },
          onFail: () => telling.end(),
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
