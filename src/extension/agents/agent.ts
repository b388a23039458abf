import type { AgentCommands } from './commands';
import type { AgentHooks } from './hooks';
import type { AgentSourcesParts, SessionRegistry } from './sources';
import type { TranscriptHome } from './transcripts/transcriptHome';

/** A program whose sessions are on the board. All code specific to the program is behind this interface. */
export interface Agent {
  readonly id: string;
  /**
   * True if a hub shows the agent's sessions: the agent was used on this computer, and its folder
   * belongs to the hub. Absent for the agent of the config home.
   */
  readonly isUsed?: (isDefaultHome: boolean) => boolean;
  /** Creates the agent's transcripts for the hub of a config home. */
  readonly transcripts: (configHome: string) => TranscriptHome;
  readonly hooks: AgentHooks;
  /** Absent if the editor can't start the agent's program. */
  readonly commands?: AgentCommands;
  /**
   * Creates the agent's other sources for the hub of a config home, and returns its registry; none
   * reads anything before the registry is started.
   */
  readonly sources: (parts: AgentSourcesParts) => SessionRegistry;
}
