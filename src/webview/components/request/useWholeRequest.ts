import { useEffect } from 'react';
import type { LiveSession, PendingRequest } from '../../../shared/protocol/protocol';
import { useAnswers, usePage } from '../../page';

/**
 * The complete request, requested once if the board has only its preview; undefined until it is
 * loaded.
 */
export function useWholeRequest(session: LiveSession): PendingRequest | undefined {
  const { pendingRequest } = session;
  const { answers } = usePage().board;
  useEffect(() => answers.loadRequest(session), [answers, session]);
  const loadedRequest = useAnswers(({ requests }) => requests.get(pendingRequest?.requestId ?? ''));
  return pendingRequest?.whole === true ? pendingRequest : loadedRequest;
}
