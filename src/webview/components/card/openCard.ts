import { isAway } from '../../../shared/board/machineText';
import { createContext, use } from 'react';
import { useHasEditor, usePage } from '../../page';

interface Opening {
  readonly open: (sessionId: string) => void;
  /** Session whose card is open. */
  readonly current: string | undefined;
}

/** What opens the card of a session, where that is not its transcript. */
export const OpenCard = createContext<Opening | undefined>(undefined);

/** What opens a transcript, or one of a subagent, where no editor does. */
export type OpenTranscript = (sessionId: string, agentId?: string) => void;
export const OpenTranscriptContext = createContext<OpenTranscript | undefined>(undefined);

/** Opens a transcript; undefined where nothing can show one. */
export function useOpenTranscript(): OpenTranscript | undefined {
  const given = use(OpenTranscriptContext);
  const hasEditor = useHasEditor();
  const { board } = usePage();
  if (given !== undefined || !hasEditor) return given;
  return (sessionId, agentId) =>
    board.post(
      agentId === undefined
        ? { type: 'openTranscript', sessionId }
        : { type: 'openSubagentTranscript', sessionId, agentId },
    );
}

/**
 * What a press on the card of a session does: in an editor it opens the transcript, or the details
 * where the machine that has it is away.
 */
export function useOpenCard(): (sessionId: string) => void {
  const given = use(OpenCard);
  const { board, view } = usePage();
  return (
    given?.open ??
    ((sessionId) => {
      const session = board.state.get().sessions.get(sessionId);
      if (session !== undefined && isAway(session)) view.toggle(`details/${sessionId}`);
      else board.post({ type: 'openTranscript', sessionId });
    })
  );
}

/** True for the session whose card is open beside the list. */
export function useIsCurrent(sessionId: string): boolean {
  return use(OpenCard)?.current === sessionId;
}
