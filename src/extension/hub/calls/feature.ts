import { FirstBoard } from '../board/firstBoard';
import type { Core } from '../core';
import type { Ledger } from '../grants/ledger';
import type { JoinedBoard } from '../machines/joined/joinedBoard';
import type { Handlers } from '../serve/callRouter';
import { refusals } from '../serve/refusal';
import { withAllowedCalls } from '../store/dayReport';
import type { StateHistory } from '../store/stateHistory';
import type { Stranded } from '../stranded/stranded';
import { historyCalls } from './historyCalls';
import { markCalls } from './markCalls';
import { transcriptCalls } from './transcriptCalls';

interface ViewParts {
  /** The board of all machines. */
  readonly joined: JoinedBoard;
  readonly states: StateHistory;
  readonly stranded: Stranded;
  /** The requests that grants allowed. */
  readonly ledger: Pick<Ledger, 'allowedBetween'>;
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

/** Creates the feature that answers calls about the board, sessions, history and marks. */
export function createViewsFeature(core: Core, parts: ViewParts) {
  const { archive, board, control, marks, options, sources } = core;
  const { history, projects } = sources;
  const { offers } = control;
  const first = new FirstBoard(parts.joined, options.firstBoardMs);
  // Windows connect only after the first board, and then offer to answer requests.
  void first.whenOpened.then(() => offers.open());
  return {
    first,
    calls: {
      ...viewCalls(core, first, parts),
      ...historyCalls(history),
      ...transcriptCalls({ ...core, history }),
      ...markCalls({ marks, board, projects, offers }),
    },
    prepare: () => Promise.all([archive.load(), marks.load()]),
    close: () => first.show(),
  };
}

/** Handles calls about the board, details of sessions and days, and settings of the display. */
function viewCalls(
  { board, sources: { projects }, archive, intake }: Core,
  first: FirstBoard,
  { states, stranded, ledger }: ViewParts,
): Handlers<ViewCall> {
  return {
    board: () => first.snapshot(),
    summary: async () => (await first.snapshot()).summary,
    request: ({ sessionId }) => board.request(sessionId) ?? refusals.request,
    async details({ sessionId }) {
      const cardDetails = board.details(sessionId);
      if (cardDetails === undefined) return refusals.session;
      const cost = await projects.costOf(sessionId);
      const recent = states.recent(sessionId).map(({ at, kind }) => ({
        at: new Date(at).toISOString(),
        kind,
      }));
      return { ...cardDetails, cost, recent };
    },
    async day({ day, from, to }) {
      const [begin, end] = [Date.parse(from ?? ''), Date.parse(to ?? '')];
      const isPeriod = from !== undefined && to !== undefined;
      if (isPeriod && Number.isNaN(begin + end)) return refusals.schema;
      const report = await (isPeriod ? states.between(begin, end) : states.day(day));
      const { from: first, to: last } = report;
      const allowed = await ledger.allowedBetween(Date.parse(first), Date.parse(last));
      return withAllowedCalls(report, allowed);
    },
    setPrices: (prices) => projects.setPrices(prices),
    setBudget: (budget) => board.setBudget(budget),
    forgetStranded: ({ sessionIds }) => stranded.stopOffering(sessionIds),
    async archive({ sessionId, archived }) {
      if (board.get(sessionId) === undefined) return refusals.session;
      const at = Date.now();
      const kept = await archive.set(sessionId, archived ? at : undefined);
      intake.apply({ type: 'archive', sessionId, at, archived });
      return kept;
    },
  };
}
