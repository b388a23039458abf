import { historyQuerySchema, historyTextQuerySchema, routes } from '../../shared/protocol';
import { intent, type Intent } from './serve/intents';
import { refusals } from './serve/refusal';
import type { History } from './history/history';

/** Each window that looks for something has one, and one more while the next takes its place. */
const maxTextSearches = 8;

/** What may be asked about the past. */
export function historyQuestions(
  history: Pick<History, 'search' | 'searchText' | 'session'>,
): Readonly<Record<string, Intent>> {
  let searches = 0;
  return {
    [routes.history]: intent(historyQuerySchema, async ({ query, limit }) => ({
      answer: await history.search(query, limit),
    })),
    // Before the route of one session: `text` is the id of none.
    [routes.historyText]: intent(historyTextQuerySchema, ({ query, limit }) => {
      if (searches === maxTextSearches) return { refusal: refusals.busy };
      return {
        tell: (telling) => {
          searches += 1;
          const search = history.searchText(query, limit, {
            onEvent: (event) => {
              telling.send(event);
              if (event.type === 'end') telling.end();
            },
            onFail: () => telling.end(),
          });
          return {
            dispose: () => {
              searches -= 1;
              search.dispose();
            },
          };
        },
      };
    }),
    [`${routes.history}/:id`]: async (_none, sessionId) => {
      const answer = await history.session(sessionId);
      return answer === undefined ? { refusal: refusals.session } : { answer };
    },
  };
}
