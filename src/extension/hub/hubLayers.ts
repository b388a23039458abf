import type { SessionView } from '../../shared/api/missionControl';
import type { LayerSettings } from '../../shared/protocol/layers/settings';
import type { WindowMessage } from '../../shared/protocol/windows';
import type { Closing } from '../util/closing';
import type { Log } from '../util/log';
import { layerCalls } from './calls/layerCalls';
import { isSameData } from './domain/card/sameData';
import { HubRules } from './hubRules';
import type { Intake } from './intake';
import { LayerChoice } from './layers/layerChoice';
import type { PullSource } from './layers/layerSources';
import { Outcomes } from './layers/outcomes';
import { PushedLabels } from './layers/pushedLabels';
import type { LiveBoard } from './liveBoard';
import type { Handlers } from './serve/callRouter';
import type { StreamSubscribers } from './serve/liveStream';

export interface HubLayersParts {
  /** The folder with the bundles of the hub's threads. */
  readonly scripts: string;
  readonly board: LiveBoard;
  readonly intake: Intake;
  readonly log: Log;
  readonly send: (window: string, message: WindowMessage) => void;
  readonly pulls?: PullSource;
}

type LayersCall = 'setLayers' | 'offerRules' | 'testRules' | 'offerLabels' | 'sessionViews';

export interface HubLayers {
  readonly calls: Handlers<LayersCall>;
  /** Parts that are to learn which windows come and go. */
  readonly followers: readonly StreamSubscribers[];
}

/** Makes what cards say of what their sessions delivered: of rules, of extensions, of shipped layers. */
export function openLayers(parts: HubLayersParts, closing: Closing): HubLayers {
  const { board, log, pulls } = parts;
  const hubRules = closing.add(new HubRules(parts));
  const labels = closing.add(new PushedLabels());
  const choice = new LayerChoice();
  const { rules } = hubRules;
  const outcomes = new Outcomes({
    layersFor: (view) => choice.layersFor(view),
    rules,
    labels,
    pulls,
    log,
  });
  board.join({ outcomes });
  board.onDidChange(({ removed }) => {
    for (const sessionId of removed) outcomes.forget(sessionId);
  });
  /** A source says something else of a session; without an id, of all. */
  const changed = (sessionId?: string): void => {
    outcomes.forget(sessionId);
    if (sessionId === undefined) board.touchAll();
    else board.touch(sessionId);
  };
  rules.onDidChange(changed);
  labels.onDidChange(changed);
  const viewOf = (sessionId: string): SessionView | undefined => outcomes.viewOf(sessionId);
  hubRules.viewOf = viewOf;
  const viewsOf = (sessionIds: readonly string[]): SessionView[] =>
    sessionIds.map(viewOf).filter((view) => view !== undefined);
  let last: LayerSettings | undefined;
  return {
    followers: [hubRules, labels],
    calls: {
      ...hubRules.calls,
      ...layerCalls({ labels, viewsOf }),
      setLayers(settings) {
        if (isSameData(settings, last)) return; // Each window tells the same.
        last = settings;
        choice.set(settings);
        changed();
      },
    },
  };
}
