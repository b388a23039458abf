import type { SessionView } from '../../shared/api/missionControl';
import type { WindowMessage } from '../../shared/protocol/windows';
import type { Closing } from '../util/closing';
import type { PrivateFolder } from '../util/files/privateFolder';
import type { Log } from '../util/log';
import { layerCalls } from './calls/layerCalls';
import type { Windows } from './attention/windows';
import { HubPulls } from './hubPulls';
import { HubRules } from './hubRules';
import type { Intake } from './intake';
import { LayerChoice } from './layers/layerChoice';
import { Outcomes } from './layers/outcomes';
import { isProseFile } from './layers/prose';
import { PushedLabels } from './layers/pushedLabels';
import type { RuleMatches } from './rules/ruleMatches';
import { ProjectKinds } from './repositories/projectKinds';
import type { LiveBoard } from './board/liveBoard';
import type { Handlers } from './serve/callRouter';
import type { StreamSubscribers } from './serve/liveStream';
import type { Losses } from './store/losses';

export interface HubLayersParts {
  readonly matches: RuleMatches;
  readonly board: LiveBoard;
  readonly intake: Intake;
  readonly log: Log;
  readonly send: (window: string, message: WindowMessage) => void;
  readonly folder: PrivateFolder;
  readonly losses: Pick<Losses, 'of'>;
  readonly windows: Pick<Windows, 'present'>;
}

type LayersCall =
  | 'setLayers'
  | 'offerRules'
  | 'testRules'
  | 'offerLabels'
  | 'sessionViews'
  | 'setPulls'
  | 'answerPull';

export interface HubLayers {
  readonly calls: Handlers<LayersCall>;
  /** Parts that are to learn which windows come and go. */
  readonly followers: readonly StreamSubscribers[];
  load(): Promise<void>;
}

/** Makes what cards say of what their sessions delivered: of rules, of extensions, of shipped layers. */
export function openLayers(parts: HubLayersParts, closing: Closing): HubLayers {
  const { board, log } = parts;
  const hubRules = closing.add(new HubRules(parts));
  const labels = closing.add(new PushedLabels());
  const onKeptError = parts.losses.of('pulls.json');
  const pulls = closing.add(new HubPulls({ ...parts, onKeptError }));
  const kinds = new ProjectKinds(isProseFile, () => changed());
  const choice = new LayerChoice((project) => kinds.isProse(project));
  const { rules } = hubRules;
  const outcomes = new Outcomes({
    layersFor: (view) => choice.layersFor(view),
    rules,
    labels,
    pulls,
    log,
  });
  board.add(outcomes);
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
  pulls.onDidChange(changed);
  const viewsOf = (sessionIds: readonly string[]): SessionView[] => {
    board.flush(); // What is forgotten is made anew with its card.
    return sessionIds.map((id) => outcomes.viewOf(id)).filter((view) => view !== undefined);
  };
  hubRules.viewOf = (sessionId) => viewsOf([sessionId])[0];
  return {
    followers: [hubRules, labels, pulls],
    load: () => pulls.load(),
    calls: {
      ...hubRules.calls,
      ...pulls.calls,
      ...layerCalls({ labels, viewsOf }),
      setLayers(settings) {
        if (choice.set(settings)) changed();
      },
    },
  };
}
