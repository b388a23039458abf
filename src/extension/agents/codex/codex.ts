import { agentLabel, codexId } from '../../../shared/agents/agentLabels';
import type { Agent } from '../agent';
import { safeSessionId, type AgentCommands } from '../commands';
import { codexHome, isCodexHomeOf } from './home/codexHome';
import { codexHooks } from './hooks/codexHooks';
import { codexSources } from './sources';
import { codexTranscripts } from './transcripts';

const safeId = (id: string): string => safeSessionId(id, agentLabel(codexId));

const codexCommands: AgentCommands = {
  start: () => 'codex',
  resume: (_setting, sessionId) => `codex resume ${safeId(sessionId)}`,
  fork: (_setting, sessionId) => `codex fork ${safeId(sessionId)}`,
};

/** Creates the agent for the program's folder, which is looked up at each use. */
export function createCodex(home: () => string): Agent {
  return {
    id: codexId,
    isUsed: (isDefaultHome) => isCodexHomeOf(isDefaultHome),
    transcripts: () => codexTranscripts(home()),
    hooks: codexHooks,
    commands: codexCommands,
    sources: (parts) => codexSources(home(), parts),
  };
}

/** OpenAI's Codex CLI. */
export const codex = createCodex(codexHome);
