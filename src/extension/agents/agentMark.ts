import { defaultAgent } from '../../shared/agents/agentLabels';
import type { AgentMark } from '../hub/domain/facts/event';

/** Returns the field that names the agent in an event; no field for the default agent. */
export function agentMark(id: string): AgentMark {
  return id === defaultAgent ? {} : { agent: id };
}
