import { useEffect } from 'react';
import type { LiveSession, PendingRequest } from '../../../shared/protocol/protocol';
import { useAnswers, usePage } from '../../page';

/**
 * The whole request: the board has only its beginning, and the rest is asked for once. Undefined
 * until it is there.
 */
export function useWholeRequest(session: LiveSession): PendingRequest | undefined {
  const { pendingRequest } = session;
  const { answers } = usePage().board;
  useEffect(() => answers.wantRequest(session), [answers, session]);
  const asked = useAnswers(({ requests }) => requests.get(pendingRequest?.requestId ?? ''));
  return pendingRequest?.whole === true ? pendingRequest : asked;
}
