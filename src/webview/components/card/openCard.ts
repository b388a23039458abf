import { createContext, use } from 'react';
import { useHasEditor, usePage } from '../../page';

interface Opening {
  readonly open: (sessionId: string) => void;
  /** Session whose card is open. */
  readonly current: string | undefined;
  /** True if the session opens beside the lists, so that a press on a card shows all of it. */
  readonly isBeside: boolean;
}

/** How a card opens its session: in the pane, or on a phone's screen. */
export const OpenCard = createContext<Opening | undefined>(undefined);

/** Opens the transcript of a session or of one of its subagents. */
export type ShowTranscript = (sessionId: string, agentId?: string) => void;
export const OpenTranscriptContext = createContext<ShowTranscript | undefined>(undefined);

/** Returns a function that opens a transcript; undefined if nothing can show one. */
export function useOpenTranscript(): ShowTranscript | undefined {
  const contextValue = use(OpenTranscriptContext);
  const hasEditor = useHasEditor();
  const { board } = usePage();
  if (contextValue !== undefined || !hasEditor) return contextValue;
  return (sessionId, agentId) =>
    board.post(
      agentId === undefined
        ? { type: 'openTranscript', sessionId }
        : { type: 'openSubagentTranscript', sessionId, agentId },
    );
}

/**
 * Handler of a press on a session's card; in the day view, which has no pane, it opens the
 * transcript.
 */
export function useOpenCard(): (sessionId: string) => void {
  const contextValue = use(OpenCard);
  const { board } = usePage();
  return contextValue?.open ?? ((sessionId) => board.post({ type: 'openTranscript', sessionId }));
}

/** True if a press on a card shows the complete session beside the lists. */
export function useIsShownBeside(): boolean {
  return use(OpenCard)?.isBeside === true;
}

/** True for the session whose card is open beside the list. */
export function useIsCurrent(sessionId: string): boolean {
  return use(OpenCard)?.current === sessionId;
}
