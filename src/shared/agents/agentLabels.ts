import { ownOf } from '../text/fields';

/** The agent of sessions that name none. */
export const ownAgent = 'claude';

interface AgentTraits {
  readonly label: string;
  /** True where the editor can start its program: to resume a session, to fork it, or with a prompt. */
  readonly isStarted?: true;
}

/** Agents by their ids, as a person sees them. */
const agents: Readonly<Record<string, AgentTraits>> = {
  [ownAgent]: { label: 'Claude Code', isStarted: true },
};

/** The name of an agent; that of one which only a newer version knows is its id. */
export function agentLabel(id: string = ownAgent): string {
  return ownOf(agents, id)?.label ?? id;
}

/** True for a session whose agent the editor can start. */
export function isStartedHere({
  agent = ownAgent,
}: {
  readonly agent?: string | undefined;
}): boolean {
  return ownOf(agents, agent)?.isStarted === true;
}
