import { routes } from '../../shared/protocol';
import { runnerAnswerSchema } from '../../shared/runner';
import type { Runners } from './runners/runners';
import { intent, type Intent } from './serve/intents';
import { refusals } from './serve/refusal';

/** What a runner asks: to be told what to do with its session. */
export function runnerQuestions(runners: Runners): Readonly<Record<string, Intent>> {
  return {
    [`${routes.runners}/:id`]: (_none, sessionId) => ({
      tell: (telling) => runners.connect(sessionId, telling),
    }),
  };
}

/** What a runner says to what it was told. */
export function runnerIntents(runners: Runners): Readonly<Record<string, Intent>> {
  return {
    [`${routes.runners}/:id/answer`]: intent(runnerAnswerSchema, async ({ order }, sessionId) =>
      (await runners.answer(sessionId, order)) ? undefined : { refusal: refusals.late },
    ),
  };
}
