import type { Badge, SessionView, Text, Tone } from '../../../shared/api/missionControl';
import { layerTexts } from '../../../shared/words/layerTexts';
import { lastRuns, type LastRuns } from '../domain/outcome/signalRuns';
import { sessionPulls, type SessionPull } from '../domain/outcome/sessionPulls';
import { layerText } from './layerText';

/** Maximum number of badges for pull requests, so that others have room. */
const maxPulls = 2;

/**
 * Returns badges for tests, pull requests, the last deployment and the state of the repository, the
 * most important first.
 */
export function sdlcBadges(view: SessionView): readonly Badge[] {
  const tests = lastRuns(view, 'tests');
  return [
    ...(tests === undefined ? [] : [testBadge(tests)]),
    ...sessionPulls(view, view.signals).slice(-maxPulls).toReversed().map(pullBadge),
    ...deployBadges(view),
    ...repositoryBadges(view),
  ];
}

function testBadge(runs: LastRuns): Badge {
  const { ok, stale, passed, failed } = runs;
  const count = ok ? passed : failed;
  const [counted, some] = ok
    ? [layerTexts.pass, layerTexts.testsPass]
    : [layerTexts.fail, layerTexts.testsFail];
  return {
    text: count === undefined ? layerText(some) : layerText(counted, count),
    icon: 'flask',
    tone: stale ? 'gray' : ok ? 'green' : 'red',
    tooltip: testSentence(runs),
  };
}

function testSentence({ ok, stale, passed, failed }: LastRuns): Text {
  if (ok) {
    if (passed === undefined)
      return layerText(stale ? layerTexts.testedBefore : layerTexts.testsPassed);
    if (passed === 1) return layerText(stale ? layerTexts.onePassedBefore : layerTexts.onePassed);
    return layerText(stale ? layerTexts.passedBefore : layerTexts.allPassed, passed);
  }
  if (failed === undefined)
    return layerText(stale ? layerTexts.testedBefore : layerTexts.testsFailed);
  if (failed === 1)
    return stale
      ? layerText(layerTexts.oneFailedBefore)
      : layerText(layerTexts.oneFailed, passed ?? 0);
  if (stale) return layerText(layerTexts.failedBefore, failed);
  return layerText(layerTexts.someFailed, failed, passed ?? 0);
}

function pullBadge(pull: SessionPull): Badge {
  const { number, url, state } = pull;
  const [tone, sentence] = pullTone(pull);
  return {
    text: `#${number}`,
    icon: state === 'merged' ? 'merge' : 'pull-request',
    tone,
    tooltip: layerText(sentence, number),
    ...(url !== undefined && { href: url }),
  };
}

/**
 * Returns tone and tooltip for the most important fact: a final state, then a problem, then what is
 * awaited.
 */
function pullTone({ state, checks, review }: SessionPull): readonly [Tone, string] {
  if (state === 'merged') return ['blue', layerTexts.pullMerged];
  if (state === 'closed') return ['gray', layerTexts.pullClosed];
  if (checks === 'failing') return ['red', layerTexts.pullChecksFail];
  if (review === 'changes_requested') return ['amber', layerTexts.pullChanges];
  if (checks === 'pending') return ['amber', layerTexts.pullChecksRun];
  if (state === 'draft') return ['gray', layerTexts.pullDraft];
  if (review === 'approved') return ['green', layerTexts.pullApproved];
  if (checks === 'passing') return ['green', layerTexts.pullChecksPass];
  return state === 'open' ? ['green', layerTexts.pullOpen] : ['gray', layerTexts.pull];
}

/** Returns a badge with the address of the last successful deployment. */
function deployBadges({ signals }: SessionView): readonly Badge[] {
  const url = signals.findLast(({ kind, ok }) => kind === 'deploy' && ok === true)?.data['url'];
  const host = hostOf(url);
  if (typeof url !== 'string' || host === undefined) return [];
  return [{ text: host, icon: 'globe', tooltip: layerText(layerTexts.deployedAt, url), href: url }];
}

export function hostOf(url: unknown): string | undefined {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).host || undefined : undefined;
}

function repositoryBadges({ repository }: SessionView): readonly Badge[] {
  if (repository === undefined) return [];
  const { ahead = 0, behind = 0, uncommitted = 0, upstream = '', worktree } = repository;
  const badges: Badge[] = [];
  if (ahead > 0 || behind > 0)
    badges.push({
      text: [ahead > 0 && `↑${ahead}`, behind > 0 && `↓${behind}`].filter(Boolean).join(' '),
      icon: 'branch',
      tooltip: divergenceSentence(ahead, behind, upstream),
    });
  if (uncommitted > 0)
    badges.push({
      text: layerText(layerTexts.uncommitted, uncommitted),
      icon: 'file',
      tooltip: layerText(layerTexts.files, uncommitted),
    });
  if (worktree !== undefined)
    badges.push({
      text: worktree,
      icon: 'branch',
      tooltip: layerText(layerTexts.worktree, worktree),
    });
  return badges;
}

function divergenceSentence(ahead: number, behind: number, upstream: string): Text {
  if (behind === 0) return layerText(layerTexts.ahead, ahead, upstream);
  if (ahead === 0) return layerText(layerTexts.behind, behind, upstream);
  return layerText(layerTexts.apart, ahead, behind, upstream);
}
