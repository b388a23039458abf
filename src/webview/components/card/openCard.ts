import { createContext, use } from 'react';
import { useHasEditor, usePage } from '../../page';

interface Opening {
  readonly open: (sessionId: string) => void;
  /** Session whose card is open. */
  readonly current: string | undefined;
  /** True where it is open beside the lists, so that a press on a card shows all of its session. */
  readonly isBeside: boolean;
}

/** Opens a session by its card: in the pane, or on the screen of a phone. */
export const OpenCard = createContext<Opening | undefined>(undefined);

/** What opens a transcript, or one of a subagent, where no editor does. */
export type ShowTranscript = (sessionId: string, agentId?: string) => void;
export const OpenTranscriptContext = createContext<ShowTranscript | undefined>(undefined);

/** Opens a transcript; undefined where nothing can show one. */
export function useOpenTranscript(): ShowTranscript | undefined {
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

/** Handler of a press on the card of a session; on a day, which has no pane, it opens the transcript. */
export function useOpenCard(): (sessionId: string) => void {
  const given = use(OpenCard);
  const { board } = usePage();
  return given?.open ?? ((sessionId) => board.post({ type: 'openTranscript', sessionId }));
}

/** True where a press on a card shows all of its session beside the lists. */
export function useIsShownBeside(): boolean {
  return use(OpenCard)?.isBeside === true;
}

/** True for the session whose card is open beside the list. */
export function useIsCurrent(sessionId: string): boolean {
  return use(OpenCard)?.current === sessionId;
}
