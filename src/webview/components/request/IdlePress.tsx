import { useContext } from 'react';
import { createPortal } from 'react-dom';
import type { AnswerPlace } from '../../decide/decisions';
import { useDecisions } from '../../page';
import { AnswerBar } from './AnswerButtons';

/** The reason why the last press on the answer to a call decided nothing; undefined once that was said for a while. */
export function useIdleReason(call: string, place: AnswerPlace): string | undefined {
  return useDecisions(({ idle }) =>
    idle?.call === call && idle.place === place ? idle.reason : undefined,
  );
}

/** Says that reason beside the buttons of a whole request; the live region says it, too. */
export function IdlePress({ call }: { readonly call: string }) {
  const bar = useContext(AnswerBar);
  const reason = useIdleReason(call, 'pane');
  if (reason === undefined || bar === null) return null;
  const note = (
    <p className="answer-idle" aria-hidden="true">
      {reason}
    </p>
  );
  return bar === undefined ? note : createPortal(note, bar);
}
