import type { Agent } from '../agent';
import { placesIn } from './home/places';
import { claudeTranscripts } from './transcripts';

export const claude: Agent = {
  id: 'claude',
  transcripts: (configHome) => claudeTranscripts(placesIn(configHome).transcripts),
};
