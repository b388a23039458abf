import { defaultAgent } from '../../shared/agents/agentLabels';
import type { AgentMark } from '../hub/domain/facts/event';
import type { Agent } from './agent';
import type { AgentCommands } from './commands';
import { claude } from './claude/claude';
import { configHome as defaultConfigHome } from './claude/home/configHome';
import { codex } from './codex/codex';
import { TranscriptHomes } from './transcripts/transcriptHomes';

/** At least one agent; the config home belongs to the first. */
export type Agents = readonly [Agent, ...Agent[]];

/** All agents whose sessions can be on the board. A new agent is added here. */
export const allAgents: Agents = [claude, codex];

/**
 * Returns the agents of a config home's hub: the first agent, to which the config home belongs, and
 * those of the `wanted` ones that were used on this computer. No file of any other agent is read.
 */
export function agentsOfHub(configHome: string, wanted?: readonly string[]): Agents {
  const isDefaultHome = configHome === defaultConfigHome({});
  const [first, ...others] = allAgents;
  const used = others.filter(
    ({ id, isUsed }) => wanted?.includes(id) !== false && isUsed?.(isDefaultHome) !== false,
  );
  return [first, ...used];
}

/** Returns the first agent and those with these ids. */
export function agentsWith(ids: readonly string[] = []): Agents {
  const [first, ...others] = allAgents;
  return [first, ...others.filter(({ id }) => ids.includes(id))];
}

/**
 * Returns the agent of a session. The id of an unknown agent, which a newer version may have
 * written, yields the first agent.
 */
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
