import { createContext, useEffect, useMemo } from 'react';
import type { ItemOf } from '../../shared/messages/readerItems';
import type { GrantUse } from '../../shared/protocol/work/grants';
import { useAnswers, useBoard, usePage } from '../page';
import { findGrantUse } from './findGrantUse';

/** Finds the recorded use of a grant that allowed a call; undefined for all other calls. */
type FindGrantUse = (
  item: ItemOf<'tool'>,
  result: ItemOf<'result'> | undefined,
) => GrantUse | undefined;

export const GrantUseContext = createContext<FindGrantUse | undefined>(undefined);

/**
 * Requests the recorded uses of a session's grants, and again whenever a grant was used. Returns a
 * function that finds the use for a call. To be called in a page whose board has the session.
 */
export function useFindGrantUse(sessionId: string): FindGrantUse | undefined {
  const { board } = usePage();
  // Number of uses on the card; undefined without a connection.
  const used = useBoard(({ connection, sessions }) =>
    connection === 'live'
      ? (sessions.get(sessionId)?.grants ?? []).reduce((sum, grant) => sum + grant.used, 0)
      : undefined,
  );
  useEffect(() => {
    if (used === undefined) return;
    board.post({ type: 'ask', name: 'grantUses', request: { session: sessionId } });
  }, [board, sessionId, used]);
  const uses = useAnswers((state) => state.uses);
  return useMemo(() => {
    // A phone's page still has the uses of the transcript that it showed before.
    const sessionUses = uses.filter(({ session }) => session === sessionId);
    return sessionUses.length === 0
      ? undefined
      : (item, result) => findGrantUse(sessionUses, item, result);
  }, [uses, sessionId]);
}
