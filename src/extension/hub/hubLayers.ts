import type { LayerSettings } from '../../shared/protocol/layers/settings';
import type { Log } from '../util/log';
import { isSameData } from './domain/card/sameData';
import { LayerChoice } from './layers/layerChoice';
import type { LabelSource, PullSource, RuleSource } from './layers/layerSources';
import { Outcomes } from './layers/outcomes';
import type { LiveBoard } from './liveBoard';
import type { Handlers } from './serve/callRouter';

export interface HubLayersParts {
  readonly board: LiveBoard;
  readonly log: Log;
  readonly rules?: RuleSource;
  readonly labels?: LabelSource;
  readonly pulls?: PullSource;
}

export interface HubLayers {
  readonly calls: Handlers<'setLayers'>;
  /** A source says something else of a session; without an id, of all. */
  changed(sessionId?: string): void;
}

/** Makes what cards say of what their sessions delivered. */
export function openLayers({ board, log, ...sources }: HubLayersParts): HubLayers {
  const choice = new LayerChoice();
  const outcomes = new Outcomes({ ...sources, layersFor: (view) => choice.layersFor(view), log });
  board.join({ outcomes });
  board.onDidChange(({ removed }) => {
    for (const sessionId of removed) outcomes.forget(sessionId);
  });
  const changed: HubLayers['changed'] = (sessionId) => {
    outcomes.forget(sessionId);
    if (sessionId === undefined) board.touchAll();
    else board.touch(sessionId);
  };
  let last: LayerSettings | undefined;
  return {
    changed,
    calls: {
      setLayers(settings) {
        if (isSameData(settings, last)) return; // Each window tells the same.
        last = settings;
        choice.set(settings);
        changed();
      },
    },
  };
}
