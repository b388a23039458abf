import { defaultAgent } from '../../shared/agents/agentLabels';
import type { AgentMark } from '../hub/domain/facts/event';

/** Returns the mark of an event of an agent's session; empty for the default agent. */
export function agentMark(id: string): AgentMark {
  return id === defaultAgent ? {} : { agent: id };
}
