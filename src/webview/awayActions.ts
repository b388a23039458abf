import { Archive, ArchiveRestore, Bell, BellOff, Power, Unplug } from 'lucide-react';
import { t } from '../shared/words/l10n';
import { isDismissed, isDismissible } from '../shared/presentation';
import { hasProject, isMuted } from './text/cardFacts';
import { action, sessionCommand, type CardAction } from './cardAction';

/** What takes a session out of the way, or ends it. */
export const awayActions: readonly CardAction[] = [
  sessionCommand({
    id: 'controlProject',
    name: () => t('Choose Where to Answer…'),
    Icon: Unplug,
    part: 'away',
    applies: hasProject,
  }),
  sessionCommand({
    id: 'mute',
    name: () => t('Mute Notifications…'),
    Icon: BellOff,
    part: 'away',
    whileAway: true,
    applies: (session, mutes) => !isMuted(session, mutes),
  }),
  sessionCommand({
    id: 'unmute',
    name: () => t('Unmute Notifications…'),
    Icon: Bell,
    part: 'away',
    whileAway: true,
    applies: isMuted,
  }),
  sessionCommand({
    id: 'endSession',
    name: () => t('End Session…'),
    Icon: Power,
    part: 'away',
    controls: true,
    applies: ({ pid }) => pid !== undefined,
  }),
  action({
    id: 'dismiss',
    name: () => t('Dismiss'),
    Icon: Archive,
    part: 'away',
    onPhone: true,
    applies: ({ agentState }) => isDismissible(agentState),
    run: archive(true),
  }),
  action({
    id: 'restore',
    name: () => t('Restore a Dismissed Session'),
    nameFor: () => t('Restore'),
    Icon: ArchiveRestore,
    part: 'away',
    onPhone: true,
    applies: ({ agentState }) => isDismissed(agentState),
    run: archive(false),
  }),
];

function archive(archived: boolean): CardAction['run'] {
  return ({ board }, { sessionId }) =>
    board.post({ type: 'act', name: 'archive', request: { sessionId, archived } });
}
