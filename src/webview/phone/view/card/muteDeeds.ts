import { Bell, BellOff, Clock } from 'lucide-react';
import { t } from '../../../../shared/words/l10n';
import { action, type CardAction } from '../../../cardAction';
import { isMuted } from '../../../text/cardFacts';

/** What the menu of an editor asks about a mute, as buttons: a phone has no such menu. */
export const muteDeeds: readonly CardAction[] = [
  action({
    id: 'muteForAnHour',
    name: () => t('Mute for an Hour'),
    Icon: Clock,
    onPhone: true,
    whileAway: true,
    applies: (session, mutes) => !isMuted(session, mutes),
    run: mute('hour'),
  }),
  action({
    id: 'mute',
    name: () => t('Mute Until You Unmute'),
    Icon: BellOff,
    onPhone: true,
    whileAway: true,
    applies: (session, mutes) => !isMuted(session, mutes),
    run: mute('always'),
  }),
  action({
    id: 'unmute',
    name: () => t('Unmute Notifications'),
    Icon: Bell,
    onPhone: true,
    whileAway: true,
    applies: isMuted,
    run: ({ board }, { sessionId }) => {
      board.post({ type: 'sessionCommand', command: 'unmute', sessionId });
      board.announcer.say(t('Unmuted.'));
    },
  }),
];

function mute(span: 'hour' | 'always'): CardAction['run'] {
  return ({ board }, { sessionId }) => {
    board.post({ type: 'muteSessions', sessionIds: [sessionId], span });
    board.announcer.say(t('Muted.'));
  };
}
