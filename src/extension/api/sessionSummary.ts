import type { Outcome, Repository, SessionSummary } from '../../shared/api/missionControl';
import type { LiveSession } from '../../shared/protocol/protocol';

/**
 * What other extensions may know of a session, without a request, a prompt or the path of its
 * transcript: a copy that is named field by field, so that a new field of the board is not shown by
 * itself.
 */
export function sessionSummary(session: LiveSession): SessionSummary {
  const { agentState, cost, tasks, changes, repository, outcome, model } = session;
  return frozen({
    sessionId: session.sessionId,
    title: session.title,
    projectPath: session.projectPath,
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
    cost: { totalUsd: cost.totalUsd, estimated: cost.estimated },
    ...(tasks && { tasks: { completed: tasks.completed, total: tasks.total } }),
    ...(changes && { changes: { files: changes.files, edits: changes.edits } }),
    ...(repository && { repository: repositoryOf(repository) }),
    ...(outcome && { outcome: outcomeOf(outcome) }),
  });
}

function repositoryOf(state: NonNullable<LiveSession['repository']>): Repository {
  const { branch, worktree, upstream, ahead, behind, uncommitted } = state;
  return withoutGaps({ branch, worktree, upstream, ahead, behind, uncommitted });
}

function outcomeOf({
  commits,
  pushed,
  pulls,
  tests,
  at,
}: NonNullable<LiveSession['outcome']>): Outcome {
  return withoutGaps({
    commits,
    pushed,
    pullRequests: pulls.map(({ number, url, repository, state, review, checks }) =>
      withoutGaps({ number, url, repository, state, review, checks }),
    ),
    tests:
      tests &&
      withoutGaps({
        ok: tests.ok,
        passed: tests.passed,
        failed: tests.failed,
        stale: tests.stale,
      }),
    at,
  });
}

/** The fields that have a value, so that `in` and `Object.keys` tell what is known. */
function withoutGaps<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]: Exclude<Fields[Key], undefined> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [Key in keyof Fields]: Exclude<Fields[Key], undefined> };
}

/** Freezes plain data with all that is in it. */
export function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}
