import * as vscode from 'vscode';
import { commandIds } from '../../manifest';
import { escapeForNotification } from '../markdown';
import type { PageIntents } from '../../page/pageChannel';
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
  'decide' | 'shown' | 'handBack' | 'showRequestDiff' | 'reviewPlan'
>;

/** Intents by which a page answers requests. The decider and the hub check them. */
export function answerIntents(
  decider: Decider,
  plans: Pick<PlanReviews, 'completed' | 'decide'>,
): AnswerIntents {
  return {
    decide({ sessionId, call, shown, decision }, reply) {
      const target = { sessionId, call, shown };
      void plans.decide(target, plans.completed(target, decision)).then((problem) => {
        if (problem === undefined) return;
        reply({ type: 'undecided', call, problem });
        setTimeout(() => {
          // A request that is over has no place on its card that could show the reason.
          if (!decider.isOpen(target))
            void vscode.window.showInformationMessage(escapeForNotification(problem));
        }, explainAfterMs);
      });
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
