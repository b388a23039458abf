import { defaultAgent } from '../../../shared/agents/agentLabels';
import type { Agent } from '../agent';
import { placesIn } from './home/places';
import { claudeHooks } from './hooks/hooks';
import { claudeCommands } from './run/resumeCommand';
import { claudeSources } from './sources';
import { claudeTranscripts } from './transcripts';

export const claude: Agent = {
  id: defaultAgent,
  transcripts: (configHome) => claudeTranscripts(placesIn(configHome).transcripts),
  hooks: claudeHooks,
  commands: claudeCommands,
  sources: claudeSources,
};
