import { createContext, useEffect, useMemo } from 'react';
import type { ItemOf } from '../../shared/messages/readerItems';
import type { GrantUse } from '../../shared/protocol/work/grants';
import { useAnswers, useBoard, usePage } from '../page';
import { findGrantUse } from './findGrantUse';

/** The recorded use of a grant that allowed a call; undefined for all other calls. */
type FindUse = (item: ItemOf<'tool'>, result: ItemOf<'result'> | undefined) => GrantUse | undefined;

export const AllowedCalls = createContext<FindUse | undefined>(undefined);

/**
 * Requests the recorded uses of a session's grants, again whenever a grant was used. To be called
 * in a page whose board has the session.
 */
export function useAllowedCalls(sessionId: string): FindUse | undefined {
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
    const own = uses.filter(({ session }) => session === sessionId);
    return own.length === 0 ? undefined : (item, result) => findGrantUse(own, item, result);
  }, [uses, sessionId]);
}
