import { systemClock } from '../../util/clock';
import type { Core } from '../core';
import type { Feature } from '../feature';
import { MissedRuns } from './missedRuns';

/** Creates the feature that finds scheduled runs that did not start. */
export function createSchedulesFeature({ board, sources, options }: Core): Feature {
  const missedRuns = new MissedRuns({
    clock: systemClock,
    touch: (sessionId) => board.touch(sessionId),
    graceMs: options.missedAfterMs,
  });
  board.onDidChange(({ removed }) => {
    for (const sessionId of removed) missedRuns.deleteSession(sessionId);
  });
  return {
    boardPart: missedRuns,
    start: () => void sources.projects.whenRecentKnown.then(() => missedRuns.start()),
    close: () => missedRuns.dispose(),
  };
}
