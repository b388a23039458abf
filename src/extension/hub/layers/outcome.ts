import type { SessionView } from '../../../shared/api/missionControl';
import type { Outcome } from '../../../shared/protocol/layers/display';

/** Says what came of a session's work; undefined where nothing did. */
export function outcomeOf(_view: SessionView): Outcome | undefined {
  return undefined;
}
