import type { Core } from '../core';
import type { Handlers } from '../serve/callRouter';
import { refusals } from '../serve/refusal';
import { certifiedRunners } from '../signed/certifiedRunners';
import { LatestLimits } from './latestLimits';
import { limitsOfTranscript } from './transcriptLimits';
import { isInTerminal, Runners } from './runners';

type RunnerCall = 'runnerOrders' | 'proveRunner' | 'takeOrder' | 'tellLimits';

/** Creates the feature that serves runners: sends them orders, and receives account limits. */
export function createRunnersFeature({ hub, board, intake, keys, seals }: Core) {
  const runners = new Runners({
    hub,
    isCertified: certifiedRunners(seals, keys),
    isElsewhere: (id) => isInTerminal(board.get(id)),
  });
  keys.onDidChange(() => runners.onKeys());
  const limits = new LatestLimits();
  limits.onDidChange(() => board.flushSoon());
  const seen = new WeakSet<object>();
  intake.onDidApply((event) => {
    const reported = event.type === 'transcriptRead' ? event.facts.limits : undefined;
    // Facts keep the same list until the transcript has another one.
    if (reported === undefined || seen.has(reported)) return;
    seen.add(reported);
    const found = limitsOfTranscript(event);
    if (found !== undefined) limits.accept(found);
  });
  const calls: Handlers<RunnerCall> = {
    runnerOrders:
      ({ sessionId }) =>
      (stream) =>
        runners.connect(sessionId, stream),
    proveRunner: ({ sessionId, ...proof }) =>
      runners.prove(sessionId, proof) ? undefined : refusals.unsigned,
    takeOrder: async ({ sessionId, order }) =>
      (await runners.acceptAnswer(sessionId, order)) ? undefined : refusals.late,
    tellLimits: ({ sessionId, challenge, limits: reported }) =>
      runners.isRunner(sessionId, challenge) ? limits.accept(reported) : refusals.unsigned,
  };
  return {
    runners,
    limits: { boardPart: limits, close: () => limits.dispose() },
    calls,
    close: () => runners.dispose(),
  };
}
