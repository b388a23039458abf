import * as path from 'node:path';
import { agentLabel, codexId } from '../../../shared/agents/agentLabels';
import type { TranscriptFormat } from '../transcripts/format';
import { printedText, shownEntries } from '../transcripts/shownEntries';
import type { TranscriptHome } from '../transcripts/transcriptHome';
import {
  classifyRollout,
  findRollout,
  findRollouts,
  rolloutOwners,
} from './catalogue/rolloutFolders';
import { SessionTitles } from './catalogue/titles';
import { codexPlacesIn } from './home/codexHome';
import { watchRollouts } from './catalogue/rolloutWatcher';
import { rolloutEntries } from './rollout/rolloutEntries';
import { rolloutUsage } from './rollout/rolloutUsage';

export const codexFormat: TranscriptFormat = {
  entries: rolloutEntries,
  shown: (line) => shownEntries(rolloutEntries, line),
  usage: rolloutUsage,
  output: printedText,
  voices: { agent: agentLabel(codexId), program: agentLabel(codexId) },
  callMarks: ['"item_completed"', '_call"', '_call_output"'],
};

/** Creates the home of the transcripts in the program's folder. */
export function codexTranscripts(home: string): TranscriptHome {
  const titles = new SessionTitles(codexPlacesIn(home).titles);
  return {
    agent: codexId,
    root: home,
    format: codexFormat,
    find: (onUnreadable, wanted, known) => findRollouts(home, onUnreadable, wanted, known),
    classify: (file) => classifyRollout(home, file),
    // A session's transcript is deleted apart from those of its subagents.
    sessionTranscriptOf: (subagent, sessionId) =>
      findRollout(home, sessionId) ?? path.join(path.dirname(subagent), `${sessionId}.jsonl`),
    titleOf: (sessionId) => titles.titleOf(sessionId),
    sessionIds: rolloutOwners,
    watch: (onChange, log) => watchRollouts(home, onChange, log),
  };
}
