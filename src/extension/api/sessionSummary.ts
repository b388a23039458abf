import type { Outcome, Repository, SessionSummary } from '../../shared/api/missionControl';
import { hasLocalPaths } from '../../shared/board/texts/machineText';
import { deepFreeze, withoutUndefined } from '../../shared/plainData';
import type { LiveSession } from '../../shared/protocol/protocol';

/**
 * The fields of a session that other extensions may read: no request, prompt or transcript path.
 * Fields are copied by name, so that a new field of the board is not published by accident.
 */
export function sessionSummary(session: LiveSession): SessionSummary {
  const { agentState, cost, tasks, changes, repository, outcome, model } = session;
  return deepFreeze({
    sessionId: session.sessionId,
    title: session.title,
    // Empty for a remote session, because other extensions would look for the path on this
    // computer.
    projectPath: hasLocalPaths(session) ? session.projectPath : '',
    projectName: session.projectName,
    core: {
      group: agentState.group,
      state: agentState.state,
      label: agentState.label.text,
      since: session.stateSince,
    },
    startedAt: session.startedAt,
    lastActivityAt: session.lastActivityAt,
    ...(model !== undefined && { model }),
    cost: withoutUndefined({
      totalUsd: cost.totalUsd,
      estimated: cost.estimated,
      unpriced: cost.unpriced,
    }),
    ...(tasks && { tasks: { completed: tasks.completed, total: tasks.total } }),
    ...(changes && { changes: { files: changes.files, edits: changes.edits } }),
    ...(repository && { repository: repositoryOf(repository) }),
    ...(outcome && { outcome: outcomeOf(outcome) }),
  });
}

function repositoryOf(state: NonNullable<LiveSession['repository']>): Repository {
  const { branch, worktree, upstream, ahead, behind, uncommitted } = state;
  return withoutUndefined({ branch, worktree, upstream, ahead, behind, uncommitted });
}

function outcomeOf({
  commits,
  pushed,
  pulls,
  tests,
  at,
}: NonNullable<LiveSession['outcome']>): Outcome {
  return withoutUndefined({
    commits,
    pushed,
    pullRequests: pulls.map(({ number, url, repository, state, review, checks }) =>
      withoutUndefined({ number, url, repository, state, review, checks }),
    ),
    tests:
      tests &&
      withoutUndefined({
        ok: tests.ok,
        passed: tests.passed,
        failed: tests.failed,
        stale: tests.stale,
      }),
    at,
  });
}
