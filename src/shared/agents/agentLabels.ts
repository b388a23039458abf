import { ownOf } from '../text/fields';

/** The agent of sessions that name none. */
export const ownAgent = 'claude';

/** Names of agents, by their ids. */
const agentLabels: Readonly<Record<string, string>> = {
  [ownAgent]: 'Claude Code',
};

/** The name of an agent; that of one which only a newer version knows is its id. */
export function agentLabel(id: string = ownAgent): string {
  return ownOf(agentLabels, id) ?? id;
}
