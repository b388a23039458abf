import { Pencil, Pin, PinOff, Tag } from 'lucide-react';
import { t } from '../shared/words/l10n';
import { action, sessionCommand, type CardAction } from './cardAction';

/** What a person sets on a session. */
export const markActions: readonly CardAction[] = [
  action({
    id: 'pin',
    name: () => t('Pin'),
    Icon: Pin,
    part: 'mark',
    onPhone: true,
    applies: ({ pinned }) => pinned !== true,
    run: pin(true),
  }),
  action({
    id: 'unpin',
    name: () => t('Unpin'),
    Icon: PinOff,
    part: 'mark',
    onPhone: true,
    applies: ({ pinned }) => pinned === true,
    run: pin(false),
  }),
  sessionCommand({
    id: 'renameSession',
    name: () => t('Rename…'),
    Icon: Pencil,
    key: 'F2',
    part: 'mark',
  }),
  sessionCommand({
    id: 'tagSession',
    name: () => t('Set Tag…'),
    Icon: Tag,
    part: 'mark',
  }),
];

function pin(on: boolean): CardAction['run'] {
  return ({ board }, { sessionId }) => {
    const target = { scope: 'session', sessionId } as const;
    board.post({ type: 'act', name: 'pin', request: { target, on } });
    board.announcer.say(on ? t('Pinned.') : t('Unpinned.'));
  };
}
