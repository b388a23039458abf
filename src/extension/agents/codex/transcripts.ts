import { agentLabel, codexId } from '../../../shared/agents/agentLabels';
import type { TranscriptFormat } from '../transcripts/format';
import type { TranscriptHome } from '../transcripts/transcriptHome';
import { readRolloutPrompts } from './catalogue/readRolloutEnd';
import { classifyRollout, findRollouts, rolloutOfSession } from './catalogue/rolloutFolders';
import { restoreRollout, sessionOfRollout } from './catalogue/rolloutOwner';
import { watchRollouts } from './catalogue/rolloutWatcher';
import { rolloutEntries } from './rollout/rolloutEntries';
import { printedText, shownRollout } from './rollout/rolloutParts';
import { rolloutUsage } from './rollout/rolloutUsage';

export const codexFormat: TranscriptFormat = {
  entries: rolloutEntries,
  shown: shownRollout,
  usage: rolloutUsage,
  output: printedText,
  voices: { agent: agentLabel(codexId), program: agentLabel(codexId) },
  deliveredPrompts: readRolloutPrompts,
  testOutput: async () => undefined,
  callMarks: ['"item_completed"', '_call"', '_call_output"'],
};

/** Creates the home of the transcripts in the program's folder. */
export function codexTranscripts(home: string): TranscriptHome {
  return {
    agent: codexId,
    root: home,
    format: codexFormat,
    find: (onUnreadable, wanted, known) => findRollouts(home, onUnreadable, wanted, known),
    classify: (file) => classifyRollout(home, file),
    sessionTranscriptOf: rolloutOfSession,
    sessionIds: { get: sessionOfRollout, restore: restoreRollout },
    watch: (onChange, log) => watchRollouts(home, onChange, log),
  };
}
