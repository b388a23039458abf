import type { Log } from '../util/log';
import { Outcomes } from './layers/outcomes';
import type { LabelSource, PullSource, RuleSource } from './layers/layerSources';
import { shippedLayers } from './layers/shipped';
import type { LiveBoard } from './liveBoard';

export interface HubLayersParts {
  readonly board: LiveBoard;
  readonly log: Log;
  readonly rules?: RuleSource;
  readonly labels?: LabelSource;
  readonly pulls?: PullSource;
}

/** Opened layers. A source calls `changed` when it says something else of a session, or of all. */
export interface HubLayers {
  changed(sessionId?: string): void;
}

/** Makes what cards say of what their sessions delivered. */
export function openLayers({ board, log, rules, labels, pulls }: HubLayersParts): HubLayers {
  const outcomes = new Outcomes({ layersFor: shippedLayers, rules, labels, pulls, log });
  board.join({ outcomes });
  board.onDidChange(({ removed }) => {
    for (const sessionId of removed) outcomes.forget(sessionId);
  });
  return {
    changed(sessionId) {
      outcomes.forget(sessionId);
      if (sessionId === undefined) board.touchAll();
      else board.touch(sessionId);
    },
  };
}
