import type { HistoryEntry } from '../../../shared/protocol/history';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Agents } from '../../agents/agents';
import { readTranscriptPart } from '../../reader/transcriptPart';
import { TranscriptPathError } from '../../reader/transcriptFilePath';
import type { Handlers } from '../serve/callRouter';
import { Refusal, refusals } from '../serve/refusal';

export interface TranscriptCallParts {
  readonly board: { get(sessionId: string): LiveSession | undefined };
  readonly history: { session(sessionId: string): Promise<HistoryEntry | undefined> };
  readonly configHome: string;
  readonly agents: Agents;
}

/**
 * Handles reads of transcripts for callers that cannot open the files, such as windows of another
 * machine.
 */
export function transcriptCalls(parts: TranscriptCallParts): Handlers<'transcriptPart'> {
  const { board, history, configHome, agents } = parts;
  return {
    async transcriptPart({ sessionId, agentId, from, length }) {
      const session = board.get(sessionId) ?? (await history.session(sessionId));
      if (session === undefined) return refusals.session;
      try {
        return await readTranscriptPart({ session, agentId, configHome, agents, from, length });
      } catch (error) {
        if (error instanceof TranscriptPathError) return noTranscript(error);
        throw error;
      }
    },
  };
}

function noTranscript({ reason, message }: TranscriptPathError): Refusal {
  return new Refusal(404, `transcript_${reason}`, message);
}
