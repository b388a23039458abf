import { useEffect } from 'react';
import { t } from '../../../shared/words/l10n';
import type { PageBoard } from '../../board';
import { usePage } from '../../page';

/**
 * A dot before the title of a session that changed since it was last seen, with a text for screen
 * readers.
 */
export function UnseenMark({ id }: { readonly id?: string }) {
  return (
    <span className="unseen-mark rigid anchor" dir="auto" title={t('Changed since you looked')}>
      <span id={id} className="visually-hidden">
        {t('Changed since you looked')}
      </span>
    </span>
  );
}

/** Marks the session as seen when a screen that shows only this session is mounted. */
export function useMarkSeenOnMount(sessionId: string): void {
  const { board } = usePage();
  useEffect(() => {
    if (board.state.get().sessions.get(sessionId)?.unseen === true) markSeen(board, sessionId);
  }, [board, sessionId]);
}

function markSeen(board: PageBoard, sessionId: string): void {
  const request = { of: 'sessions' as const, sessionIds: [sessionId] };
  board.post({ type: 'act', name: 'lookAt', request });
}
