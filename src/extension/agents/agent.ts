import type { AgentHooks } from './hooks';
import type { TranscriptHome } from './transcripts/transcriptHome';

/** A program whose sessions are on the board. All that knows it by name is behind this. */
export interface Agent {
  readonly id: string;
  /** Its transcripts, for the hub of a config home. */
  readonly transcripts: (configHome: string) => TranscriptHome;
  readonly hooks: AgentHooks;
}
