import type { Board } from '../../../shared/protocol/protocol';
import type { LiveBoard } from '../liveBoard';
import type { Projects } from '../projects';
import type { Handlers } from '../serve/callRouter';
import { refusals } from '../serve/refusal';
import type { StateHistory } from '../store/stateHistory';

export interface ViewCallParts {
  /** The board, once it is to be shown. */
  readonly whole: () => Promise<Board>;
  readonly board: Pick<LiveBoard, 'request' | 'details'>;
  readonly projects: Pick<Projects, 'split'>;
  readonly states: Pick<StateHistory, 'recent' | 'day'>;
}

type ViewCall = 'board' | 'summary' | 'request' | 'details' | 'day';

/** What a view asks: the board, and what a person sees who looks closer at a session or a day. */
export function viewCalls({ whole, board, projects, states }: ViewCallParts): Handlers<ViewCall> {
  return {
    board: () => whole(),
    summary: async () => (await whole()).summary,
    request: ({ sessionId }) => board.request(sessionId) ?? refusals.request,
    async details({ sessionId }) {
      const told = board.details(sessionId);
      if (told === undefined) return refusals.session;
      const cost = await projects.split(sessionId);
      const recent = states.recent(sessionId).map(({ at, kind }) => ({
        at: new Date(at).toISOString(),
        kind,
      }));
      return { ...told, cost, recent };
    },
    day: ({ day }) => states.day(day),
  };
}
