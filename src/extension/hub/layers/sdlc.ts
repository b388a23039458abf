import type {
  Layer,
  SessionLabel,
  SessionView,
  Signal,
  Text,
} from '../../../shared/api/missionControl';
import { layerTexts } from '../../../shared/words/layerTexts';
import { commitsIn } from '../domain/outcome/outcome';
import { layerText } from './layerText';
import { hostOf, sdlcBadges } from './sdlcBadges';
import { lastRuns } from '../domain/outcome/signalRuns';
import { sessionPulls } from '../domain/outcome/sessionPulls';
import { labelOfLastTurn } from './turns';

type LabelFields = Pick<SessionLabel, 'label' | 'icon' | 'tone'>;

/**
 * The shipped layer for software: it labels what was deployed, merged, opened, pushed or committed,
 * and what fails.
 */
export const sdlc: Layer = {
  id: 'sdlc',
  interpret(view) {
    const label = labelOfLastTurn(view, (turn, signals) => labelOf(view, turn, signals));
    const badges = sdlcBadges(view);
    if (label === undefined && badges.length === 0) return undefined;
    return { ...label, badges };
  },
};

function labelOf(
  view: SessionView,
  turn: number,
  signals: readonly Signal[],
): LabelFields | undefined {
  return (
    deployedLabel(signals) ??
    pullLabel(view, signals) ??
    pushedLabel(signals) ??
    committedLabel(view, signals) ??
    mergedLabel(signals) ??
    failingLabel(view, turn, signals)
  );
}

function deployedLabel(signals: readonly Signal[]): LabelFields | undefined {
  const last = signals.findLast(({ kind }) => kind === 'deploy');
  if (last?.ok !== true) return undefined;
  const host = hostOf(last.data['url']);
  const label =
    host === undefined ? layerText(layerTexts.deployed) : layerText(layerTexts.deployedTo, host);
  return { label, icon: 'rocket', tone: 'green' };
}

function pullLabel(view: SessionView, signals: readonly Signal[]): LabelFields | undefined {
  const last = sessionPulls(view, signals).at(-1);
  if (last === undefined) return undefined;
  const { number, act, state } = last;
  if (act === 'merged' || state === 'merged')
    return { label: layerText(layerTexts.mergedPull, number), icon: 'merge', tone: 'green' };
  if (act === 'closed' || state === 'closed')
    return { label: layerText(layerTexts.closedPull, number), icon: 'pull-request', tone: 'gray' };
  if (state === 'draft')
    return { label: layerText(layerTexts.draftPull, number), icon: 'pull-request', tone: 'gray' };
  if (act === 'opened')
    return { label: layerText(layerTexts.openedPull, number), icon: 'pull-request', tone: 'green' };
  const label = act === 'updated' ? layerText(layerTexts.updatedPull, number) : `PR #${number}`;
  return { label, icon: 'pull-request', tone: 'blue' };
}

function pushedLabel(signals: readonly Signal[]): LabelFields | undefined {
  const last = signals.findLast(({ kind, ok }) => kind === 'push' && ok !== false);
  if (last === undefined) return undefined;
  const { branch } = last.data;
  const label: Text =
    typeof branch === 'string'
      ? layerText(layerTexts.pushed, branch)
      : layerText(layerTexts.pushedSome);
  return { label, icon: 'push', tone: 'blue' };
}

function committedLabel(view: SessionView, signals: readonly Signal[]): LabelFields | undefined {
  const last = signals.findLast(({ kind, ok }) => kind === 'commit' && ok !== false);
  if (last === undefined) return undefined;
  const branch = last.data['branch'] ?? view.repository?.branch;
  const count = commitsIn(signals).length;
  return { label: committedText(branch, count), icon: 'commit', tone: 'gray' };
}

function committedText(branch: unknown, count: number): Text {
  if (typeof branch !== 'string')
    return count > 1 ? layerText(layerTexts.committedMany, count) : layerText(layerTexts.committed);
  return count > 1
    ? layerText(layerTexts.committedManyTo, branch, count)
    : layerText(layerTexts.committedTo, branch);
}

function mergedLabel(signals: readonly Signal[]): LabelFields | undefined {
  const last = signals.findLast(({ kind, ok }) => kind === 'merge' && ok !== false);
  const from = last?.data['ref'] ?? last?.data['branch'];
  if (typeof from !== 'string') return undefined;
  return { label: layerText(layerTexts.merged, from), icon: 'merge', tone: 'blue' };
}

/** Labels a run that failed in this turn, unless files were changed after it. */
function failingLabel(
  view: SessionView,
  turn: number,
  signals: readonly Signal[],
): LabelFields | undefined {
  const fails = (kind: string): boolean => {
    const runs = lastRuns(view, kind);
    return runs !== undefined && !runs.ok && !runs.stale && runs.turn === turn;
  };
  if (fails('tests'))
    return { label: layerText(layerTexts.testsFailing), icon: 'flask', tone: 'red' };
  if (fails('build'))
    return { label: layerText(layerTexts.buildFailing), icon: 'tools', tone: 'red' };
  if (signals.findLast(({ kind }) => kind === 'deploy')?.ok === false)
    return { label: layerText(layerTexts.deployFailed), icon: 'rocket', tone: 'red' };
  if (fails('lint'))
    return { label: layerText(layerTexts.lintFailing), icon: 'tools', tone: 'amber' };
  return undefined;
}
