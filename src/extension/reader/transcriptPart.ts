import {
  maxTranscriptBytes,
  type TranscriptPart,
} from '../../shared/protocol/machines/transcriptPart';
import type { Agents } from '../agents/agents';
import { openBytes } from '../transcript/file/fileBytes';
import type { ReadableSession } from './readableSessions';
import { locateTranscript } from './transcriptFilePath';

export interface WantedPart {
  readonly session: ReadableSession;
  readonly agentId: string | undefined;
  readonly configHome: string;
  readonly agents: Agents;
  readonly from: number;
  readonly length: number;
}

/**
 * Reads a part of a transcript for another machine. Rejects with `TranscriptPathError` if it must
 * not be read.
 */
export async function readTranscriptPart(wanted: WantedPart): Promise<TranscriptPart> {
  const { session, agentId, configHome, agents, from, length } = wanted;
  const { path } = await locateTranscript(session, agentId, configHome, agents);
  const file = await openBytes(path);
  try {
    // Only this much of a transcript is shown; no client writes more.
    const size = Math.min(file.size, maxTranscriptBytes);
    const bytes = await file.read(from, Math.min(from + length, size));
    return { size, identity: file.identity, bytes: bytes.toString('base64') };
  } finally {
    await file.close();
  }
}
