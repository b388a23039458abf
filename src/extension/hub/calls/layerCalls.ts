import type { SessionView } from '../../../shared/api/missionControl';
import type { TellableView } from '../../../shared/protocol/layers/labels';
import type { PushedLabels } from '../layers/pushedLabels';
import type { Handlers } from '../serve/callRouter';
import { refusals } from '../serve/refusal';

export interface LayerCallParts {
  readonly labels: Pick<PushedLabels, 'set'>;
  /** The views of those that are on the board. */
  readonly viewsOf: (sessionIds: readonly string[]) => readonly SessionView[];
}

type LayerCall = 'offerLabels' | 'sessionViews';

/** Takes what the extensions of a window say of sessions, and shows them what layers see. */
export function layerCalls({ labels, viewsOf }: LayerCallParts): Handlers<LayerCall> {
  return {
    offerLabels: (offer) => (labels.set(offer) ? undefined : refusals.window),
    // The same data, by types that may be written to.
    sessionViews: ({ sessionIds }) => ({ views: [...viewsOf(sessionIds)] as TellableView[] }),
  };
}
