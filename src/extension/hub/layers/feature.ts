import { homedir } from 'node:os';
import type { SessionView } from '../../../shared/api/missionControl';
import type { WindowMessage } from '../../../shared/protocol/windows';
import type { PrivateFolder } from '../../util/files/privateFolder';
import type { Log } from '../../util/log';
import type { Attendance } from '../attention/attendance';
import { refusals } from '../serve/refusal';
import type { SentView } from '../../../shared/protocol/layers/labels';
import { HubPulls } from '../pulls/feature';
import { HubRules } from '../rules/feature';
import type { Intake } from '../intake';
import { LayerChoice } from './layerChoice';
import { Outcomes } from './outcomes';
import { isProseFile } from './prose';
import { PushedLabels } from './pushedLabels';
import { RuleBook } from '../rules/ruleBook';
import type { RuleMatches } from '../rules/ruleMatches';
import { ProjectKinds } from '../repositories/projectKinds';
import type { LiveBoard } from '../board/liveBoard';
import type { Handlers } from '../serve/callRouter';
import type { Losses } from '../store/losses';

export interface HubLayersParts {
  readonly matches: RuleMatches;
  readonly board: LiveBoard;
  readonly intake: Intake;
  readonly log: Log;
  readonly send: (window: string, message: WindowMessage) => void;
  readonly folder: PrivateFolder;
  readonly losses: Pick<Losses, 'errorHandler'>;
  readonly attendance: { readonly windows: Pick<Attendance['windows'], 'present'> };
}

/**
 * Creates the feature that shows on cards what sessions delivered. The sources are label rules,
 * labels of extensions, and shipped layers.
 */
export function createLayersFeature(parts: HubLayersParts) {
  const { board, log, attendance } = parts;
  const book = new RuleBook({
    matches: parts.matches,
    log,
    projectOf: (sessionId) => board.get(sessionId)?.projectPath,
    home: homedir(),
  });
  const labels = new PushedLabels();
  const onKeptError = parts.losses.errorHandler('pulls.json');
  const pulls = new HubPulls({ ...parts, windows: attendance.windows, onKeptError });
  const kinds = new ProjectKinds(isProseFile, () => recompute());
  const choice = new LayerChoice((project) => kinds.isProse(project));
  const outcomes = new Outcomes({
    layersFor: (view) => choice.layersFor(view),
    rules: book,
    labels,
    pulls,
    log,
  });
  board.onDidChange(({ removed }) => {
    for (const sessionId of removed) outcomes.invalidate(sessionId);
  });
  /**
   * Recomputes the display of a session after a source changed; without an id, that of all
   * sessions.
   */
  const recompute = (sessionId?: string): void => {
    outcomes.invalidate(sessionId);
    if (sessionId === undefined) board.touchAll();
    else board.touch(sessionId);
  };
  book.onDidChange(recompute);
  labels.onDidChange(recompute);
  pulls.onDidChange(recompute);
  const viewsOf = (sessionIds: readonly string[]): SessionView[] => {
    board.flush(); // Rebuilds changed cards, and with them their views.
    return sessionIds.map((id) => outcomes.viewOf(id)).filter((view) => view !== undefined);
  };
  const rules = new HubRules({ ...parts, book, viewOf: (sessionId) => viewsOf([sessionId])[0] });
  const calls: Handlers<'setLayers' | 'offerLabels' | 'sessionViews'> = {
    offerLabels: (offer) => (labels.set(offer) ? undefined : refusals.window),
    // `SentView` is the same data with mutable types.
    sessionViews: ({ sessionIds }) => ({ views: viewsOf(sessionIds) as SentView[] }),
    setLayers(settings) {
      if (choice.set(settings)) recompute();
    },
  };
  return {
    boardPart: outcomes,
    subscribers: [rules, labels, pulls],
    load: () => pulls.load(),
    async close() {
      await pulls.close();
      labels.dispose();
      rules.dispose();
    },
    calls: { ...rules.calls, ...pulls.calls, ...calls },
  };
}
