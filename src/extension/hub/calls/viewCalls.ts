import type { FirstBoard } from '../board/firstBoard';
import type { Intake } from '../intake';
import type { LiveBoard } from '../board/liveBoard';
import type { Projects } from '../projects';
import type { Handlers } from '../serve/callRouter';
import { refusals } from '../serve/refusal';
import type { Stranded } from '../stranded/stranded';
import type { Archive } from '../store/archive';
import type { StateHistory } from '../store/stateHistory';

export interface ViewCallParts {
  readonly first: Pick<FirstBoard, 'snapshot'>;
  readonly board: Pick<LiveBoard, 'get' | 'request' | 'details' | 'setBudget'>;
  readonly projects: Pick<Projects, 'split' | 'setPrices'>;
  readonly states: Pick<StateHistory, 'recent' | 'day' | 'between'>;
  readonly archive: Pick<Archive, 'set'>;
  readonly intake: Pick<Intake, 'take'>;
  readonly stranded: Pick<Stranded, 'forget'>;
}

type ViewCall =
  | 'board'
  | 'summary'
  | 'request'
  | 'details'
  | 'day'
  | 'setPrices'
  | 'setBudget'
  | 'archive'
  | 'forgetStranded';

/** Answers views: the board, a closer look at a session or a day, and how a person wants it shown. */
export function viewCalls(parts: ViewCallParts): Handlers<ViewCall> {
  const { first, board, projects, states, archive, intake, stranded } = parts;
  return {
    board: () => first.snapshot(),
    summary: async () => (await first.snapshot()).summary,
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
    day({ day, from, to }) {
      if (from === undefined || to === undefined) return states.day(day);
      const [begin, end] = [Date.parse(from), Date.parse(to)];
      return Number.isNaN(begin + end) ? refusals.schema : states.between(begin, end);
    },
    setPrices: (prices) => projects.setPrices(prices),
    setBudget: (budget) => board.setBudget(budget),
    forgetStranded: ({ sessionIds }) => stranded.forget(sessionIds),
    async archive({ sessionId, archived }) {
      if (board.get(sessionId) === undefined) return refusals.session;
      const at = Date.now();
      const kept = await archive.set(sessionId, archived ? at : undefined);
      intake.take({ type: 'archive', sessionId, at, archived });
      return kept;
    },
  };
}
