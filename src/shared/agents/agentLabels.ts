import { compareVersions } from '../text/compareVersions';
import { ownOf } from '../text/fields';

/** The agent of sessions that name no agent. */
export const defaultAgent = 'claude';

/** The agent of OpenAI's Codex CLI. */
export const codexId = 'codex';

interface AgentTraits {
  readonly label: string;
  /** True if the editor can start the agent's program in a terminal, to resume or fork a session. */
  readonly isStarted?: true;
  /** True if the board can start the agent's program with a prompt. */
  readonly isPrompted?: true;
  /** True if the agent's program can make a git worktree for a new session. */
  readonly makesWorktrees?: true;
  /** True if a denial can end the turn as well. */
  readonly stopsByDenial?: true;
  /** True if grants know the agent's requests. */
  readonly hasGrants?: true;
  /** First version of which every running session is in a registry, as measured; absent if none is. */
  readonly registrySince?: string;
}

/** The field of a session that names its agent; absent for the default agent. */
interface WithAgent {
  readonly agent?: string | undefined;
}

/** Agents by id, with their display names. */
const agents: Readonly<Record<string, AgentTraits>> = {
  [defaultAgent]: {
    label: 'Claude Code',
    isStarted: true,
    isPrompted: true,
    makesWorktrees: true,
    stopsByDenial: true,
    hasGrants: true,
    registrySince: '2.1.85',
  },
  [codexId]: { label: 'Codex', isStarted: true },
};

function traitsOf({ agent = defaultAgent }: WithAgent): AgentTraits | undefined {
  return ownOf(agents, agent);
}

/** Display name of an agent; an agent that this version does not know is shown by its id. */
export function agentLabel(id: string = defaultAgent): string {
  return ownOf(agents, id)?.label ?? id;
}

/** True for a session whose agent the editor can start in a terminal. */
export function canStartAgent(session: WithAgent): boolean {
  return traitsOf(session)?.isStarted === true;
}

/** True for a session whose agent the board can start with a prompt. */
export function canPromptAgent(session: WithAgent): boolean {
  return traitsOf(session)?.isPrompted === true;
}

/** True for a session whose agent can make a worktree for a new session. */
export function canMakeWorktree(session: WithAgent): boolean {
  return traitsOf(session)?.makesWorktrees === true;
}

/** True for a session whose turn a denied request can end as well. */
export function canStopByDenial(session: WithAgent): boolean {
  return traitsOf(session)?.stopsByDenial === true;
}

/** True for a session whose requests can be allowed for a while. */
export function hasGrants(session: WithAgent): boolean {
  return traitsOf(session)?.hasGrants === true;
}

/** True if every running session of an agent in this version is in the agent's registry. */
export function hasRegistry(agent: string = defaultAgent, version = ''): boolean {
  const since = traitsOf({ agent })?.registrySince;
  const numbers = /^\d+\.\d+\.\d+/u.exec(version)?.[0];
  return since !== undefined && numbers !== undefined && compareVersions(numbers, since) >= 0;
}
