import type { LatestLimits } from '../runners/latestLimits';
import type { Runners } from '../runners/runners';
import type { Handlers } from '../serve/callRouter';
import { refusals } from '../serve/refusal';

/** Answers runners: what to do with their session, and whether it still is to be done. */
export function runnerCalls(
  runners: Runners,
  limits: LatestLimits,
): Handlers<'runnerOrders' | 'proveRunner' | 'takeOrder' | 'tellLimits'> {
  return {
    runnerOrders:
      ({ sessionId }) =>
      (telling) =>
        runners.connect(sessionId, telling),
    proveRunner: ({ sessionId, ...proof }) =>
      runners.prove(sessionId, proof) ? undefined : refusals.unsigned,
    takeOrder: async ({ sessionId, order }) =>
      (await runners.answer(sessionId, order)) ? undefined : refusals.late,
    tellLimits: ({ sessionId, challenge, limits: told }) =>
      runners.isRunner(sessionId, challenge) ? limits.accept(told) : refusals.unsigned,
  };
}
