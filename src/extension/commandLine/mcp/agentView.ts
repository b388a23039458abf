import { groupOf, sectionOf, sections } from '../../../shared/board/boardOrder';
import { activityLineOf } from '../../../shared/board/activityLine';
import { isReadyAndReachable, needsPerson } from '../../../shared/board/needsYou';
import { labelOf, sessionTitle } from '../../../shared/board/sessionNames';
import { hasEnded } from '../../../shared/board/subagentTree';
import { badgesOf, layerLabel } from '../../../shared/board/texts/displayText';
import {
  accountName,
  isAway,
  isOfAccount,
  machineName,
} from '../../../shared/board/texts/machineText';
import { branchOf, requestOf } from '../../../shared/board/texts/partTexts';
import type { FileChangesAnswer } from '../../../shared/protocol/work/fileChanges';
import type { LiveSession, SessionDetails } from '../../../shared/protocol/protocol';
import { plainLine, plainProse, plainTitle } from '../../../shared/text/plainText';
import type { BoardModel } from '../../link/boardModel';
import { pullFields } from '../pullFields';

/** The board, and the limits within which other agents see it. */
export interface AgentView {
  /** True if the person's setting shows the texts of sessions. */
  readonly texts: boolean;
  readonly board: BoardModel;
}

const lengths = { path: 4_096, message: 4_000 } as const;

/** The sessions of a group, or all, in the order of the board. */
export function sessionsInGroup(
  board: BoardModel,
  group?: LiveSession['agentState']['group'],
): readonly LiveSession[] {
  return sections
    .filter((section) => group === undefined || groupOf(section) === group)
    .flatMap((section) => board.inSection(section));
}

/**
 * The facts of a session. Its texts are included only if the setting allows that, and are marked as
 * quotations.
 */
export function agentSessionView(session: LiveSession, { texts }: AgentView): object {
  const { agentState, projectName, projectPath, machine, repository, pendingRequest } = session;
  return {
    id: plainLine(session.sessionId),
    group: agentState.group,
    section: sectionOf(session),
    state: plainLine(agentState.state),
    since: plainLine(session.stateSince),
    blocked: needsPerson(session),
    ready: isReadyAndReachable(session),
    asksFor: pendingRequest && plainTitle(pendingRequest.toolName, 60),
    project: { name: plainTitle(projectName), path: plainLine(projectPath, lengths.path) },
    branch: branchOf(session) || undefined,
    worktree: plainTitle(repository?.worktree ?? '') || undefined,
    machine: machine !== undefined && !isOfAccount(session) ? machineName(session) : undefined,
    account: accountName(session) || undefined,
    away: isAway(session) || undefined,
    model: plainTitle(session.model ?? '') || undefined,
    startedAt: plainLine(session.startedAt),
    lastActivityAt: plainLine(session.lastActivityAt),
    tasks: session.tasks,
    changes: session.changes,
    runningSubagents: session.subagents.filter((one) => !hasEnded(one)).length,
    quoted: texts ? quotedTexts(session) : undefined,
  };
}

/** The commits, pull requests and tests of a session, and the files that it changed. */
export function deliveryView(
  session: LiveSession,
  details: SessionDetails | undefined,
  view: AgentView,
): object {
  const { outcome, repository } = session;
  return {
    session: agentSessionView(session, view),
    commits: outcome?.commits ?? 0,
    pushed: outcome?.pushed === undefined ? undefined : plainTitle(outcome.pushed),
    pullRequests: (outcome?.pulls ?? []).map(pullFields),
    tests: outcome?.tests,
    at: outcome && plainLine(outcome.at),
    uncommittedFiles: repository?.uncommitted,
    commitsNotPushed: repository?.ahead,
    changedFiles: details?.changes.map(({ path, edits }) => ({
      path: plainLine(path, lengths.path),
      edits,
    })),
    quoted: view.texts
      ? {
          delivered: layerLabel(session),
          badges: badgesOf(session).map(({ text }) => text),
          lastMessage: lastMessageOf(session),
        }
      : undefined,
  };
}

/** The sessions that changed a file, newest first. */
export function changesView({ changes }: FileChangesAnswer, view: AgentView): readonly object[] {
  return changes.map(({ sessionId, at, turn, subagent, command }) => {
    const session = view.board.get(sessionId);
    return {
      at: at && plainLine(at),
      turn,
      bySubagent: subagent,
      byShellCommand: command,
      session:
        session === undefined ? { id: plainLine(sessionId) } : agentSessionView(session, view),
    };
  });
}

function quotedTexts(session: LiveSession): object {
  return {
    title: sessionTitle(session),
    label: labelOf(session),
    request: requestOf(session, 400) || undefined,
    text: activityLineOf(session).text || undefined,
    lastPrompt:
      session.lastPrompt === undefined
        ? undefined
        : plainProse(session.lastPrompt, lengths.message),
  };
}

function lastMessageOf({ agentState }: LiveSession): string | undefined {
  const { message } = agentState.context ?? {};
  return typeof message === 'string' ? plainProse(message, lengths.message) : undefined;
}
