import type { Signal } from '../../../../shared/api/missionControl';
import type { SessionOutcome, PullState } from '../../../../shared/protocol/layers/display';
import type { DeliveredView } from './delivered';
import { lastRuns } from './signalRuns';
import { sessionPulls, type SessionPull } from './sessionPulls';

const maxPulls = 4;

const outcomeKinds: ReadonlySet<string> = new Set(['commit', 'push', 'pr', 'tests']);

/** True for a kind of signal that contributes to an outcome. */
export function contributesToOutcome({ kind }: Pick<Signal, 'kind'>): boolean {
  return outcomeKinds.has(kind);
}

/** Summarizes the results of a session's work; undefined if there are none. */
export function outcomeOf(view: DeliveredView): SessionOutcome | undefined {
  const { signals } = view;
  const commits = commitsIn(signals);
  const pushes = signals.filter(({ kind, ok }) => kind === 'push' && ok !== false);
  const pulls = sessionPulls(view, signals).flatMap(pullState).slice(-maxPulls);
  const tests = lastRuns(view, 'tests');
  const times = [...commits, ...pushes].map(({ at }) => at);
  if (pulls.length > 0)
    times.push(
      ...signals.filter(({ kind, ok }) => kind === 'pr' && ok !== false).map(({ at }) => at),
    );
  if (tests !== undefined) times.push(tests.at);
  const at = times.toSorted().at(-1);
  if (at === undefined) return undefined;
  const pushed = pushes.findLast(({ data }) => typeof data['branch'] === 'string')?.data['branch'];
  return {
    commits: commits.length,
    ...(typeof pushed === 'string' && { pushed }),
    pulls,
    ...(tests !== undefined && {
      tests: {
        ok: tests.ok,
        ...(tests.passed !== undefined && { passed: tests.passed }),
        ...(tests.failed !== undefined && { failed: tests.failed }),
        stale: tests.stale,
      },
    }),
    at,
  };
}

/**
 * Returns the commit signals, except failed ones, duplicates, and commits that only amend another
 * one.
 */
export function commitsIn(signals: readonly Signal[]): readonly Signal[] {
  const seen = new Set<unknown>();
  return signals.filter(({ kind, ok, data }) => {
    if (kind !== 'commit' || ok === false || data['kind'] === 'amended') return false;
    const { sha } = data;
    if (sha === undefined) return true;
    const isNew = !seen.has(sha);
    seen.add(sha);
    return isNew;
  });
}

function pullState({ number, url, repository, state, review, checks }: SessionPull): PullState[] {
  if (url === undefined || !Number.isSafeInteger(number)) return [];
  return [
    {
      number,
      url,
      ...(repository !== undefined && { repository }),
      ...(state !== undefined && { state }),
      ...(review !== undefined && { review }),
      ...(checks !== undefined && { checks }),
    },
  ];
}
