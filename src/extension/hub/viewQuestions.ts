import { dayQuerySchema, routes, type SessionDetails } from '../../shared/protocol';
import type { LiveBoard } from './liveBoard';
import type { Projects } from './projects';
import type { Prompts } from './prompts/prompts';
import { intent, type Intent } from './serve/intents';
import { refusals } from './serve/refusal';
import type { StateHistory } from './stateHistory';

export interface ViewQuestionParts {
  readonly board: Pick<LiveBoard, 'request' | 'details'>;
  readonly projects: Pick<Projects, 'split'>;
  readonly prompts: Pick<Prompts, 'whole'>;
  readonly states: Pick<StateHistory, 'recent' | 'day'>;
}

/** What a view asks when a person looks closer: at a session, or at a day. */
export function viewQuestions(parts: ViewQuestionParts): Readonly<Record<string, Intent>> {
  const { board, projects, prompts, states } = parts;
  return {
    [`${routes.sessions}/:id/request`]: (_none, sessionId) => {
      const answer = board.request(sessionId);
      return answer === undefined ? { refusal: refusals.request } : { answer };
    },
    [`${routes.sessions}/:id/prompts/whole`]: (_none, sessionId) => ({
      answer: prompts.whole(sessionId),
    }),
    [`${routes.sessions}/:id/details`]: async (_none, sessionId) => {
      const told = board.details(sessionId);
      if (told === undefined) return { refusal: refusals.session };
      const cost = await projects.split(sessionId);
      const recent = states.recent(sessionId).map(({ at, kind }) => ({
        at: new Date(at).toISOString(),
        kind,
      }));
      return { answer: { ...told, cost, recent } satisfies SessionDetails };
    },
    [routes.day]: intent(dayQuerySchema, async ({ day }) => ({ answer: await states.day(day) })),
  };
}
