import { defaultAgent } from '../../shared/agents/agentLabels';
import type { AgentMark } from '../hub/domain/facts/event';
import type { Agent } from './agent';
import type { AgentCommands } from './commands';
import { claude } from './claude/claude';
import { configHome as defaultConfigHome } from './claude/home/configHome';
import { codex } from './codex/codex';
import { TranscriptHomes } from './transcripts/transcriptHomes';

/** At least one agent; the first is that of the config home. */
export type Agents = readonly [Agent, ...Agent[]];

/** All agents whose sessions can be on the board. A new agent is added here. */
export const allAgents: Agents = [claude, codex];

/**
 * Returns the agents of the hub of a config home, which is the first one's: the others are those
 * that were used on this computer, out of the `wanted` ones. Nothing of any other agent is read.
 */
export function agentsOfHub(configHome: string, wanted?: readonly string[]): Agents {
  const isDefaultHome = configHome === defaultConfigHome({});
  const [first, ...others] = allAgents;
  const used = others.filter(
    ({ id, isUsed }) => wanted?.includes(id) !== false && isUsed?.(isDefaultHome) !== false,
  );
  return [first, ...used];
}

/** Returns the agents with these ids, and the first. */
export function agentsWith(ids: readonly string[] = []): Agents {
  const [first, ...others] = allAgents;
  return [first, ...others.filter(({ id }) => ids.includes(id))];
}

/** Returns the agent of a session. An agent that only a newer version knows is treated as the first. */
export function agentWith(id: string | undefined, agents: Agents = allAgents): Agent {
  return agents.find((agent) => agent.id === id) ?? agents[0];
}

/** Returns the command lines of a session's agent; undefined if the editor can't start it. */
export function commandsOf({ agent }: AgentMark): AgentCommands | undefined {
  return allAgents.find(({ id }) => id === (agent ?? defaultAgent))?.commands;
}

/** Creates the transcripts of all agents for the hub of a config home. */
export function transcriptsOf([first, ...others]: Agents, configHome: string): TranscriptHomes {
  return new TranscriptHomes([
    first.transcripts(configHome),
    ...others.map((agent) => agent.transcripts(configHome)),
  ]);
}
