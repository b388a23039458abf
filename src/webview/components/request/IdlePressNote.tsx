import { useContext } from 'react';
import { createPortal } from 'react-dom';
import type { AnswerPlace } from '../../decide/decisions';
import { useDecisions } from '../../page';
import { AnswerBar } from './AnswerButtons';

/**
 * The reason why the last press on an answer to the call had no effect; undefined after it was
 * shown for some seconds.
 */
export function useIdleReason(call: string, place: AnswerPlace): string | undefined {
  return useDecisions(({ idle }) =>
    idle?.call === call && idle.place === place ? idle.reason : undefined,
  );
}

/**
 * Shows the reason beside the buttons of a complete request; the live region announces it as well.
 */
export function IdlePressNote({ call }: { readonly call: string }) {
  const bar = useContext(AnswerBar);
  const reason = useIdleReason(call, 'pane');
  if (reason === undefined || bar === null) return null;
  const note = (
    <p className="answer-idle on-page amber" aria-hidden="true">
      {reason}
    </p>
  );
  return bar === undefined ? note : createPortal(note, bar);
}
