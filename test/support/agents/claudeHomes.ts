import { claudeTranscripts } from '../../../src/extension/agents/claude/transcripts';
import { TranscriptHomes } from '../../../src/extension/agents/transcripts/transcriptHomes';

/** Transcript homes that contain only Claude Code's transcripts, in this folder. */
export function claudeHomes(projects: string): TranscriptHomes {
  return new TranscriptHomes([claudeTranscripts(projects)]);
}
