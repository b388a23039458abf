import { createContext, use } from 'react';
import { usePage } from '../../page';

interface Opening {
  readonly open: (sessionId: string) => void;
  /** Session whose card is open. */
  readonly current: string | undefined;
}

/** What opens the card of a session, where that is not its transcript. */
export const OpenCard = createContext<Opening | undefined>(undefined);

/** What a press on the card of a session does: in an editor it opens the transcript. */
export function useOpenCard(): (sessionId: string) => void {
  const given = use(OpenCard);
  const { board } = usePage();
  return given?.open ?? ((sessionId) => board.post({ type: 'openTranscript', sessionId }));
}

/** True for the session whose card is open beside the list. */
export function useIsCurrent(sessionId: string): boolean {
  return use(OpenCard)?.current === sessionId;
}
