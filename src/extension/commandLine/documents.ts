import { groupOf, sectionOf, sections } from '../../shared/board/boardOrder';
import { activityLineOf } from '../../shared/board/activityLine';
import {
  isReadyAndReachable,
  needsPerson,
  needsYouCounts,
  needsYouText,
} from '../../shared/board/needsYou';
import { labelOf, sessionTitle } from '../../shared/board/sessionNames';
import { hasEnded, subagentStateText } from '../../shared/board/subagentTree';
import { collisionBadge, gravestCollision } from '../../shared/board/texts/collisionText';
import { badgesOf, layerLabel } from '../../shared/board/texts/displayText';
import {
  accountName,
  isAway,
  isOfAccount,
  machineName,
} from '../../shared/board/texts/machineText';
import { branchOf, requestOf, tagWords } from '../../shared/board/texts/partTexts';
import { machineStatus } from '../../shared/board/texts/statusTexts';
import { whyText } from '../../shared/board/texts/whyText';
import { blockedOf } from '../../shared/board/waiting';
import { groupHeadings, groupOrder } from '../../shared/presentation';
import type { LiveSession } from '../../shared/protocol/protocol';
import { plainLine, plainProse, plainTitle } from '../../shared/text/plainText';
import type { BoardModel } from '../link/boardModel';
import { pullFields } from './pullFields';

/**
 * Version of the JSON documents, which `docs/manual/command-line.schema.json` describes. Fields may
 * be added within a version; a program that reads them ignores those that it does not know.
 */
const version = 1;

/** Longest path and message in a document, in characters. */
const lengths = { path: 4_096, message: 20_000 } as const;

export function statusDocument(board: BoardModel): object {
  const { summary, sessions } = board;
  const counts = needsYouCounts(sessions);
  const [next] = blockedOf(board);
  return {
    version,
    ...connectionField(board),
    text: needsYouText(counts),
    ...counts,
    running: summary.autonomousCount,
    done: summary.deliveredCount,
    next: next === undefined ? null : sessionFields(next),
    today: {
      costUsd: summary.totalCostTodayUsd,
      costEstimated: summary.costTodayEstimated,
      costUnpriced: summary.costTodayUnpriced,
      tokens: summary.totalTokensToday,
    },
    machines: (summary.machines ?? []).map((machine) => {
      const { name, isConnected, text } = machineStatus(machine, sessions);
      return { name, connected: isConnected, text };
    }),
  };
}

export function listDocument(board: BoardModel): object {
  const { summary } = board;
  const counts = {
    needs_you: needsYouCounts(board.sessions),
    autonomous: { count: summary.autonomousCount },
    delivered: { count: summary.deliveredCount },
  };
  return {
    version,
    ...connectionField(board),
    groups: groupOrder.map((group) => ({
      group,
      heading: groupHeadings[group](),
      ...counts[group],
      sections: sections
        .filter((section) => groupOf(section) === group)
        .map((section) => ({ section, sessions: board.inSection(section).map(sessionFields) })),
    })),
  };
}

export function showDocument(session: LiveSession, now: number): object {
  return { version, session: { ...sessionFields(session), ...moreFields(session, now) } };
}

export function nextDocument(session: LiveSession | undefined): object {
  return { version, next: session === undefined ? null : sessionFields(session) };
}

/** `offline` once the connection is lost: the document is the last known state. */
function connectionField({ connection }: BoardModel): { connection: 'live' | 'offline' } {
  return { connection: connection === 'offline' ? 'offline' : 'live' };
}

/** The fields of a session in every document. Texts are escaped as on the board. */
function sessionFields(session: LiveSession): object {
  const { agentState, pendingRequest, cost, contextWindow, machine } = session;
  const collision = gravestCollision(session);
  const isElsewhere = machine !== undefined && !isOfAccount(session);
  return {
    id: plainLine(session.sessionId),
    title: sessionTitle(session),
    group: agentState.group,
    section: sectionOf(session),
    state: plainLine(agentState.state),
    label: labelOf(session),
    text: activityLineOf(session).text || undefined,
    since: plainLine(session.stateSince),
    blocked: needsPerson(session),
    ready: isReadyAndReachable(session),
    request: pendingRequest && {
      tool: plainTitle(pendingRequest.toolName),
      text: requestOf(session, 400),
      since: plainLine(pendingRequest.requestedAt),
    },
    delivered: layerLabel(session),
    badges: badgesOf(session).map((badge) => badge.text),
    collision: collision && collisionBadge(collision).text,
    project: {
      name: plainTitle(session.projectName),
      path: plainLine(session.projectPath, lengths.path),
    },
    branch: branchOf(session) || undefined,
    worktree: plainTitle(session.repository?.worktree ?? '') || undefined,
    machine: isElsewhere ? machineName(session) : undefined,
    account: accountName(session) || undefined,
    away: isAway(session),
    model: plainTitle(session.model ?? '') || undefined,
    pid: isElsewhere ? undefined : session.pid,
    startedAt: plainLine(session.startedAt),
    lastActivityAt: plainLine(session.lastActivityAt),
    cost: { usd: cost.totalUsd, estimated: cost.estimated, unpriced: cost.unpriced },
    tokens: session.tokens.total,
    contextPercent:
      contextWindow.sizeTokens > 0 ? Math.round(contextWindow.usedPercent) : undefined,
    tasks: session.tasks,
    changes: session.changes,
    tags: tagWords(session),
    pinned: session.pinned === true,
    unseen: session.unseen === true,
    subagents: {
      running: session.subagents.filter((one) => !hasEnded(one)).length,
      total: session.subagents.length,
    },
  };
}

/** The fields that only the document of one session has. */
function moreFields(session: LiveSession, now: number): object {
  const { lastPrompt, outcome, agentState } = session;
  const { message } = agentState.context ?? {};
  return {
    lastPrompt: lastPrompt === undefined ? undefined : plainProse(lastPrompt, lengths.message),
    lastMessage: typeof message === 'string' ? plainProse(message, lengths.message) : undefined,
    outcome: outcome && {
      commits: outcome.commits,
      pushed: outcome.pushed === undefined ? undefined : plainTitle(outcome.pushed),
      pullRequests: outcome.pulls.map(pullFields),
      tests: outcome.tests,
      at: plainLine(outcome.at),
    },
    subagentList: session.subagents.map((one) => ({
      type: plainTitle(one.agentType),
      description: plainTitle(one.description ?? '') || undefined,
      state: plainLine(one.state),
      label: plainTitle(subagentStateText(one.state)),
      startedAt: one.startedAt && plainLine(one.startedAt),
      endedAt: one.endedAt && plainLine(one.endedAt),
    })),
    why: whyText(session, now).map(({ text }) => text),
  };
}
