import type { LiveSession } from '../../../shared/protocol/protocol';
import { useAnswering } from '../../typing/useWriting';
import { KeptWords } from '../kept/KeptWords';
import { AnswerPanel } from '../request/AnswerPanel';

interface Props {
  readonly session: LiveSession;
  /** Whether a request is answered on the card at once; where somebody writes an answer, it is anyway. */
  readonly isOpen: boolean;
  /** Whether Tab reaches what is in it. */
  readonly reachable: boolean;
}

/** Where the session is answered, and what was written and not sent. */
export function CardAnswer({ session, isOpen, reachable }: Props) {
  const answering = useAnswering(session);
  return (
    <>
      {(isOpen || answering) && <AnswerPanel session={session} reachable={reachable} />}
      <KeptWords session={session} reachable={reachable} />
    </>
  );
}
