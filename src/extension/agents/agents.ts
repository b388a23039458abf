import type { Agent } from './agent';
import { claude } from './claude/claude';
import { TranscriptHomes } from './transcripts/transcriptHomes';

/** At least one agent; the first is that of the config home. */
export type Agents = readonly [Agent, ...Agent[]];

/** All agents whose sessions are on the board. A new agent is added here. */
export const allAgents: Agents = [claude];

/** Returns the agent of a session. An agent that only a newer version knows is treated as the first. */
export function agentWith(id: string | undefined, agents: Agents = allAgents): Agent {
  return agents.find((agent) => agent.id === id) ?? agents[0];
}

/** Creates the transcripts of all agents for the hub of a config home. */
export function transcriptsOf([first, ...others]: Agents, configHome: string): TranscriptHomes {
  return new TranscriptHomes([
    first.transcripts(configHome),
    ...others.map((agent) => agent.transcripts(configHome)),
  ]);
}
