import { claudeTranscripts } from '../../../src/extension/agents/claude/transcripts';
import { TranscriptHomes } from '../../../src/extension/agents/transcripts/transcriptHomes';

/** The transcripts of Claude Code alone, below this folder. */
export function claudeHomes(projects: string): TranscriptHomes {
  return new TranscriptHomes([claudeTranscripts(projects)]);
}
