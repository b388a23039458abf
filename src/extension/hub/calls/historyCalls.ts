import type { History, TextListener } from '../reading/past/history';
import type { Handlers } from '../serve/callRouter';
import { refusals } from '../serve/refusal';

/** Each window that looks for something has one, and one more while the next takes its place. */
const maxTextSearches = 8;

/** Answers questions about the past. */
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
