import { codexId } from '../../../shared/agents/agentLabels';
import type { Agent } from '../agent';
import { codexHome, isCodexHomeOf } from './home/codexHome';
import { codexHooks } from './hooks/codexHooks';
import { codexCommands } from './run/codexCommands';
import { codexSources } from './sources';
import { codexTranscripts } from './transcripts';

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
