import { agentLabel, codexId } from '../../../../shared/agents/agentLabels';
import { safeSessionId, type AgentCommands } from '../../commands';

const safeId = (id: string): string => safeSessionId(id, agentLabel(codexId));

export const codexCommands: AgentCommands = {
  start: () => 'codex',
  resume: (_setting, sessionId) => `codex resume ${safeId(sessionId)}`,
  fork: (_setting, sessionId) => `codex fork ${safeId(sessionId)}`,
};
