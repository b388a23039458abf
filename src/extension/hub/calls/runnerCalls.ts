import type { Runners } from '../runners/runners';
import type { Handlers } from '../serve/callRouter';
import { refusals } from '../serve/refusal';

/** Answers runners: what to do with their session, and whether it still is to be done. */
export function runnerCalls(runners: Runners): Handlers<'runnerOrders' | 'takeOrder'> {
  return {
    runnerOrders:
      ({ sessionId }) =>
      (telling) =>
        runners.connect(sessionId, telling),
    takeOrder: async ({ sessionId, order }) =>
      (await runners.answer(sessionId, order)) ? undefined : refusals.late,
  };
}
