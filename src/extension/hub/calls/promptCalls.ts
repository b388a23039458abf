import type { LiveSession } from '../../../shared/protocol/protocol';
import type { ControlOffers } from '../control/controlOffers';
import type { LiveBoard } from '../board/liveBoard';
import type { Acts } from '../prompts/acts';
import type { Unfit } from '../prompts/promptQueue';
import type { Prompts } from '../prompts/prompts';
import type { Handlers } from '../serve/callRouter';
import { Refusal, refusals } from '../serve/refusal';

export interface PromptCallParts {
  readonly board: Pick<LiveBoard, 'get'>;
  readonly offers: Pick<ControlOffers, 'findOfferOfWindow'>;
  readonly prompts: Pick<Prompts, 'change' | 'whole'>;
  readonly acts: Acts;
}

const unfit: Readonly<Record<Unfit, Refusal>> = {
  full: refusals.promptsFull,
  empty: refusals.promptEmpty,
  untypable: refusals.promptUntypable,
  gone: refusals.promptGone,
};

type PromptCall = 'changePrompts' | 'wholePrompts' | 'act';

/** Answers windows about sessions' prompts and processes; to change them a window must offer control. */
export function promptCalls(parts: PromptCallParts): Handlers<PromptCall> {
  const { board, offers, prompts, acts } = parts;
  const controlled = (sessionId: string, window: string): LiveSession | Refusal => {
    const session = board.get(sessionId);
    if (session === undefined) return refusals.session;
    return offers.findOfferOfWindow(window, session.projectPath) === undefined
      ? refusals.off
      : session;
  };
  return {
    async changePrompts({ sessionId, window, change }, seal) {
      const session = controlled(sessionId, window);
      if (session instanceof Refusal) return session;
      const answer = await prompts
        .change(sessionId, change, { window, seal })
        .catch(() => refusals.promptUnkept);
      return typeof answer === 'string' ? unfit[answer] : answer;
    },
    wholePrompts: ({ sessionId }) => prompts.whole(sessionId),
    async act({ sessionId, window, act }) {
      const session = controlled(sessionId, window);
      if (session instanceof Refusal) return session;
      return { outcome: await acts.run(session, act) };
    },
  };
}
