import type { Connection } from '../../shared/pageMessages';
import { groupHeadings, isBlocked, lookOf } from '../../shared/presentation';
import type { LiveSession } from '../../shared/protocol';
import { escapeMarkdown } from './markdown';
import { coarseAge, joined, labelOf, requestOf, titleOf } from './sessionText';

export interface StatusBarState {
  readonly text: string;
  /** Markdown; all data in it is escaped. */
  readonly tooltip: string;
  /** Only while somebody's work stands still; a session at rest does not shout. */
  readonly warning: boolean;
  readonly accessibleLabel: string;
}

const listedInTooltip = 8;

export function statusBarState(
  sessions: readonly LiveSession[],
  connection: Connection,
  now: number,
): StatusBarState {
  if (connection === 'connecting') {
    return {
      text: '$(loading~spin) Mission Control',
      tooltip: 'Looking for Claude Code sessions…',
      warning: false,
      accessibleLabel: 'Mission Control: looking for Claude Code sessions',
    };
  }
  const waiting = sessions.filter(({ agentState }) => agentState.group === 'needs_you');
  const blocked = waiting.filter(({ agentState }) => isBlocked(agentState));
  const icon =
    connection === 'offline' ? 'debug-disconnect' : blocked.length > 0 ? 'bell-dot' : 'bell';
  return {
    text: `$(${icon}) ${waiting.length} ${groupHeadings.needs_you}`,
    tooltip: tooltipOf(sessions, waiting, connection, now),
    warning: blocked.length > 0,
    accessibleLabel: accessibleLabelOf(waiting, blocked, connection),
  };
}

function tooltipOf(
  sessions: readonly LiveSession[],
  waiting: readonly LiveSession[],
  connection: Connection,
  now: number,
): string {
  const inGroup = (group: string) =>
    sessions.filter(({ agentState }) => agentState.group === group).length;
  const listed = waiting.slice(0, listedInTooltip).map((session) => waitingLine(session, now));
  if (waiting.length > listedInTooltip) {
    listed.push(`and ${waiting.length - listedInTooltip} more`);
  }
  const lines = [
    connection === 'offline' ? '$(debug-disconnect) Connection lost: the last known state.\n' : '',
    `**${needSentence(waiting.length)}**\n`,
    ...listed,
    `\n${inGroup('autonomous')} running · ${inGroup('delivered')} done`,
  ];
  return lines.filter((line) => line !== '').join('  \n');
}

function waitingLine(session: LiveSession, now: number): string {
  const { codicon } = lookOf(session.agentState);
  const rest = joined([
    labelOf(session),
    requestOf(session, 60),
    coarseAge(session.stateSince, now),
  ]);
  return `$(${codicon}) **${escapeMarkdown(titleOf(session))}** — ${escapeMarkdown(rest)}`;
}

function needSentence(count: number): string {
  if (count === 0) return 'No session needs you';
  return count === 1 ? '1 session needs you' : `${count} sessions need you`;
}

function accessibleLabelOf(
  waiting: readonly LiveSession[],
  blocked: readonly LiveSession[],
  connection: Connection,
): string {
  const first = blocked[0] ?? waiting[0];
  return joined(
    [
      `Mission Control: ${needSentence(waiting.length)}`,
      blocked.length > 0 ? `${blocked.length} blocked` : undefined,
      first && `first ${titleOf(first)}: ${labelOf(first)}`,
      connection === 'offline' ? 'connection lost' : undefined,
    ],
    ', ',
  );
}
