import { activityLineOf } from '../../shared/board/activityLine';
import { cardLookOf } from '../../shared/board/displayLooks';
import { needsYouCounts, needsYouNumbers, needsYouText } from '../../shared/board/needsYou';
import { sessionTitle } from '../../shared/board/sessionNames';
import { digestSentence } from '../../shared/board/texts/digestText';
import { layerLabel } from '../../shared/board/texts/displayText';
import { costToday, isAway } from '../../shared/board/texts/machineText';
import { branchOf, joinParts, projectOf } from '../../shared/board/texts/partTexts';
import { sessionLines } from '../../shared/board/texts/sessionLines';
import { machineStatus, otherCountsText, waitingText } from '../../shared/board/texts/statusTexts';
import { blockedOf } from '../../shared/board/waiting';
import { groupHeadings, groupOrder } from '../../shared/presentation';
import { addressIn } from '../../shared/protocol/machines/address';
import type { AgentStateGroup, LiveSession } from '../../shared/protocol/protocol';
import { plainLine } from '../../shared/text/plainText';
import { t } from '../../shared/words/l10n';
import { scanText } from '../../shared/words/scanText';
import type { BoardModel } from '../link/boardModel';
import type { TerminalInk } from './ink';

/** Characters of an id in a list; `show` finds a session by any unique beginning. */
const idLength = 8;

/** The counts, and the sessions that are blocked on a person. */
export function statusLines(board: BoardModel, now: number, ink: TerminalInk): readonly string[] {
  const { summary, sessions } = board;
  return [
    ...describeOffline(board),
    ink.strong(needsYouText(needsYouCounts(sessions))),
    ...blockedOf(board).map((session) => `  ${row(session, now, ink)}`),
    joinParts([otherCountsText(summary), t('Today: {0}', costToday(summary))]),
    ...(summary.machines ?? []).map((machine) => {
      const { name, text } = machineStatus(machine, sessions);
      return `${ink.strong(name)} — ${text}`;
    }),
    ...(summary.digest === undefined ? [] : [digestSentence(summary.digest, sessions, now)]),
    scanText(summary.scan) ?? [],
  ].flat();
}

/** All sessions by group, in the order of the board; dismissed ones are counted only. */
export function listLines(board: BoardModel, now: number, ink: TerminalInk): readonly string[] {
  const rows = (sessions: readonly LiveSession[]) =>
    sessions.map((session) => `  ${row(session, now, ink)}`);
  const dismissed = board.inSection('dismissed').length;
  const tails: Readonly<Record<AgentStateGroup, readonly string[]>> = {
    needs_you: withHeading(ink.dim(`  ${t('Ready for a prompt')}`), rows(board.inSection('ready'))),
    autonomous: [],
    delivered: dismissed === 0 ? [] : [ink.dim(`  ${t('{0} dismissed', dismissed)}`)],
  };
  const groups = groupOrder.map((group) => [
    `${ink.strong(groupHeadings[group]())} ${ink.dim(groupNumbers(board, group))}`,
    ...rows(board.inSection(group)),
    ...tails[group],
  ]);
  return [
    ...describeOffline(board),
    ...groups.flatMap((lines, at) => (at > 0 ? ['', ...lines] : lines)),
  ];
}

/** The most urgent blocked session and its place; a sentence if no session is blocked. */
export function nextLines(
  session: LiveSession | undefined,
  now: number,
  ink: TerminalInk,
): readonly string[] {
  if (session === undefined) return [t('No session needs you.')];
  return [row(session, now, ink), plainLine(session.projectPath), plainLine(session.sessionId)];
}

/** The details that the tree's hover has, then the agent's last message. */
export function showLines(
  session: LiveSession,
  board: BoardModel,
  now: number,
  home: string,
  ink: TerminalInk,
): readonly string[] {
  const lines = sessionLines(session, now, home, (id) => board.get(id)).map(
    ({ pieces, strong = false }) => {
      const text = pieces.map((piece) => joinParts([piece.text, piece.href], ' ')).join('   ');
      return strong ? ink.strong(text) : text;
    },
  );
  const { about, text } = activityLineOf(session);
  const said = about === 'said' && text !== '' ? ['', text] : [];
  return [...lines, ...said, '', ink.dim(plainLine(session.sessionId))];
}

/**
 * The short form of an id in a list, without the machine's part, which is the same for all sessions
 * of a machine.
 */
export function shortId(sessionId: string): string {
  return plainLine((addressIn(sessionId)?.sessionId ?? sessionId).slice(0, idLength));
}

function row(session: LiveSession, now: number, ink: TerminalInk): string {
  const { tone } = cardLookOf(session);
  const rest = joinParts([
    isAway(session) ? t('away') : undefined,
    layerLabel(session),
    waitingText(session, now),
    projectOf(session),
    branchOf(session),
  ]);
  const unseen = session.unseen === true ? ' ●' : '';
  return `${ink.dim(shortId(session.sessionId))}  ${ink.toned(tone, sessionTitle(session))}${unseen} — ${rest}`;
}

function groupNumbers(board: BoardModel, group: AgentStateGroup): string {
  const { autonomousCount, deliveredCount } = board.summary;
  switch (group) {
    case 'needs_you':
      return needsYouNumbers(needsYouCounts(board.sessions));
    case 'autonomous':
      return String(autonomousCount);
    case 'delivered':
      return String(deliveredCount);
  }
}

function withHeading(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines];
}

function describeOffline({ connection }: BoardModel): readonly string[] {
  return connection === 'offline' ? [t('Connection lost. This is the last known state.'), ''] : [];
}
