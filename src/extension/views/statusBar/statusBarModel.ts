import * as os from 'node:os';
import { counted, t } from '../../../shared/words/l10n';
import { grantLine, livingGrants } from '../../../shared/board/texts/grantTexts';
import { digestSentence } from '../../../shared/board/texts/digestText';
import { needsYouCounts, needsYouText } from '../../../shared/board/needsYou';
import { lookOf } from '../../../shared/presentation';
import type { MachineCard } from '../../../shared/protocol/machines/machineNews';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { scanText } from '../../../shared/words/scanText';
import type { PhonesNews } from '../../../shared/protocol/phones';
import type { Mute } from '../../../shared/protocol/windows';
import type { BoardModel } from '../../link/boardModel';
import { blockedOf, readyOf } from '../../../shared/board/waiting';
import { muteEnd } from '../attention/muteText';
import { escapeMarkdown } from '../markdown';
import { labelOf, sessionTitle } from '../../../shared/board/sessionNames';
import { joinParts } from '../../../shared/board/texts/partTexts';
import {
  machineStatus,
  otherCountsText,
  waitingText,
} from '../../../shared/board/texts/statusTexts';

export interface StatusBarState {
  readonly text: string;
  /** Markdown in which all data is escaped. */
  readonly tooltip: string;
  /** True only while sessions are blocked; ready sessions do not cause a warning. */
  readonly warning: boolean;
  /** True briefly after a session became blocked without a notification. */
  readonly standsOut: boolean;
  readonly accessibleLabel: string;
}

const listedInTooltip = 8;
const grantsInTooltip = 3;

/** The part of the board that the status bar uses. */
export type ReadBoard = Pick<BoardModel, 'connection' | 'summary' | 'sessions' | 'inSection'>;

export function statusBarState(
  board: ReadBoard,
  now: number,
  mutes: readonly Mute[] = [],
  phones?: Pick<PhonesNews, 'devices'>,
  hasNews = false,
): StatusBarState {
  const { connection } = board;
  if (connection === 'connecting') {
    return {
      text: '$(loading~spin) Mission Control',
      tooltip: t('Looking for sessions…'),
      warning: false,
      standsOut: false,
      accessibleLabel: t('Mission Control: looking for sessions'),
    };
  }
  if (connection === 'off') {
    return {
      text: '$(circle-slash) Mission Control',
      tooltip: t('Turned off: everything that Mission Control wrote was removed.'),
      warning: false,
      standsOut: false,
      accessibleLabel: t('Mission Control: turned off'),
    };
  }
  const blocked = blockedOf(board);
  const waiting = [...blocked, ...readyOf(board)];
  const muted = mutes.find(({ scope }) => scope === 'all');
  const icon =
    connection === 'offline'
      ? 'debug-disconnect'
      : muted !== undefined
        ? 'bell-slash'
        : blocked.length > 0
          ? 'bell-dot'
          : 'bell';
  return {
    text: `$(${icon}) ${needsYouText(needsYouCounts(waiting))}`,
    tooltip: tooltipOf(board, waiting, now, muted, phonesText(phones)),
    warning: blocked.length > 0,
    standsOut: hasNews,
    accessibleLabel: accessibleLabelOf(waiting, connection, muted),
  };
}

function tooltipOf(
  { connection, summary, sessions }: ReadBoard,
  waiting: readonly LiveSession[],
  now: number,
  muted: Mute | undefined,
  phones: string | undefined,
): string {
  const listed = waiting.slice(0, listedInTooltip).map((session) => waitingLine(session, now));
  if (waiting.length > listedInTooltip) {
    listed.push(t('and {0} more', waiting.length - listedInTooltip));
  }
  const lines = [
    connection === 'offline'
      ? `$(debug-disconnect) ${t('Connection lost: the last known state.')}\n`
      : '',
    `**${needsYouText(needsYouCounts(waiting))}**\n`,
    ...listed,
    `\n${otherCountsText(summary)}`,
    ...machineLines(summary.machines, sessions),
    summary.digest === undefined
      ? ''
      : `\n$(history) ${escapeMarkdown(digestSentence(summary.digest, sessions, now))}`,
    muted === undefined
      ? ''
      : `\n$(bell-slash) ${t('Notifications are muted {0}', muteEnd(muted))}`,
    phones === undefined ? '' : `\n$(device-mobile) ${phones}`,
    ...grantLines(summary, now),
    summary.keepsAwake === true ? `\n$(coffee) ${t('Keeping this computer awake')}` : '',
    scanText(summary.scan) ?? '',
  ];
  return lines.filter((line) => line !== '').join('  \n');
}

/** Lines about the active grants; the first one starts a paragraph. */
function grantLines({ grants }: ReadBoard['summary'], now: number): readonly string[] {
  const living = livingGrants(grants);
  const lines = living.slice(0, grantsInTooltip).map((grant) => {
    return `$(watch) ${escapeMarkdown(grantLine(grant, os.homedir(), now))}`;
  });
  const more = living.length - lines.length;
  const [first, ...others] = more > 0 ? [...lines, t('and {0} more', more)] : lines;
  return first === undefined ? [] : [`\n${first}`, ...others];
}

/** One line for each machine: its counts if it is connected, otherwise its fault. */
function machineLines(
  machines: readonly MachineCard[] = [],
  sessions: readonly LiveSession[],
): readonly string[] {
  const lines = machines.slice(0, listedInTooltip).map((machine) => {
    const { name, isConnected, text } = machineStatus(machine, sessions);
    const place = machine.account === undefined ? 'server' : 'account';
    const icon = isConnected ? place : 'debug-disconnect';
    return `$(${icon}) **${escapeMarkdown(name)}** — ${isConnected ? text : escapeMarkdown(text)}`;
  });
  const more = machines.length - lines.length;
  const [first, ...others] = more > 0 ? [...lines, t('and {0} more', more)] : lines;
  return first === undefined ? [] : [`\n${first}`, ...others];
}

/** Number of phones that may answer requests; undefined if there are none. */
function phonesText(phones: Pick<PhonesNews, 'devices'> | undefined): string | undefined {
  const answering = phones?.devices.filter(({ scope }) => scope === 'answer').length ?? 0;
  if (answering === 0) return undefined;
  return counted(answering, '{0} phone may answer', '{0} phones may answer');
}

function waitingLine(session: LiveSession, now: number): string {
  const { codicon } = lookOf(session.agentState);
  const rest = waitingText(session, now);
  return `$(${codicon}) **${escapeMarkdown(sessionTitle(session))}** — ${escapeMarkdown(rest)}`;
}

function accessibleLabelOf(
  waiting: readonly LiveSession[],
  connection: BoardModel['connection'],
  muted: Mute | undefined,
): string {
  const [first] = waiting;
  return joinParts(
    [
      t('Mission Control: {0}', needsYouText(needsYouCounts(waiting), ', ')),
      first && t('first {0}: {1}', sessionTitle(first), labelOf(first)),
      connection === 'offline' ? t('connection lost') : undefined,
      muted === undefined ? undefined : t('notifications muted'),
    ],
    ', ',
  );
}
