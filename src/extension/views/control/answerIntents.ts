import * as vscode from 'vscode';
import { commandIds, type ShownTarget } from '../../manifest';
import { escapeForNotification } from '../markdown';
import type { PageIntents } from '../../page/pageChannel';
import type { PageFeed } from '../../page/pageFeed';
import { run } from '../typedCommands';
import type { PlanReviews } from '../plan/planReviews';
import type { Decider } from './decide';

/**
 * Delay in ms before a failed answer is explained, so that the board can first remove a request
 * that is over.
 */
const explainAfterMs = 500;

export type AnswerIntents = Pick<
  PageIntents,
  'decide' | 'giveGrant' | 'shown' | 'handBack' | 'showRequestDiff' | 'reviewPlan'
>;

/** Intents by which a page answers requests. The decider and the hub check them. */
export function answerIntents(
  decider: Decider,
  plans: Pick<PlanReviews, 'completed' | 'decide'>,
): AnswerIntents {
  const report = (
    target: ShownTarget,
    answer: Promise<string | undefined>,
    reply: PageFeed['reply'],
  ): void =>
    void answer.then((problem) => {
      if (problem === undefined) return;
      reply({ type: 'undecided', call: target.call, problem });
      setTimeout(() => {
        // A request that is over has no place on its card that could show the reason.
        if (!decider.isOpen(target))
          void vscode.window.showInformationMessage(escapeForNotification(problem));
      }, explainAfterMs);
    });
  return {
    decide({ sessionId, call, shown, decision }, reply) {
      const target = { sessionId, call, shown };
      report(target, plans.decide(target, plans.completed(target, decision)), reply);
    },
    giveGrant({ type: _type, sessionId, call, shown, ...terms }, reply) {
      const target = { sessionId, call, shown };
      report(target, decider.giveGrant(target, terms), reply);
    },
    shown: ({ sessionId, call }) => decider.shown(sessionId, call, 'card'),
    handBack({ sessionId, call, undo }, reply) {
      void decider.handBack({ sessionId, call }, undo).then((problem) => {
        if (problem !== undefined) reply({ type: 'undecided', call, problem });
      });
    },
    showRequestDiff: ({ sessionId }) => run(commandIds.showRequestDiff, sessionId),
    reviewPlan: ({ sessionId }) => run(commandIds.reviewPlan, sessionId),
  };
}
