import { ownAgent } from '../../shared/agents/agentLabels';
import type { AgentMark } from '../hub/domain/facts/event';

/** The mark of an event of an agent's session. */
export function agentMark(id: string): AgentMark {
  return id === ownAgent ? {} : { agent: id };
}
