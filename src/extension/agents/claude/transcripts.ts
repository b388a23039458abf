import * as path from 'node:path';
import { agentLabel, defaultAgent } from '../../../shared/agents/agentLabels';
import type { TranscriptFormat } from '../transcripts/format';
import type { TranscriptHome } from '../transcripts/transcriptHome';
import { readDeliveredPrompts } from './catalogue/readDeliveredPrompts';
import { findTranscripts } from './catalogue/transcriptFolders';
import { FileHistory } from './backups/fileHistory';
import { trailOfTurn, wholeTrail } from './backups/trail';
import { placesIn } from './home/places';
import { looseAgentSessions } from './catalogue/looseAgent';
import { parseSubagentMeta } from './catalogue/subagentMeta';
import { besideTranscript, classify, sessionTranscriptOf } from './catalogue/transcriptPath';
import { returnedAgents } from './catalogue/workflowJournal';
import { TranscriptWatcher } from './catalogue/transcriptWatcher';
import { Conversation } from './conversation/conversation';
import { UnreadPrompts } from './entry/prompts/unreadPrompts';
import { partsOfLine } from './entry/shownLine';
import { parseTranscriptEntries } from './entry/parseEntry';
import { outputText } from './entry/parts';
import { usageReader } from './entry/usageReader';

export const claudeFormat: TranscriptFormat = {
  entries: parseTranscriptEntries,
  shown: partsOfLine,
  usage: usageReader,
  output: outputText,
  conversation: (textOf) => new Conversation(textOf),
  queue: () => new UnreadPrompts(),
  voices: { agent: 'Claude', program: agentLabel(defaultAgent) },
  deliveredPrompts: readDeliveredPrompts,
  callMarks: ['"user"', '"tool_use"'],
};

/** Creates the home of the transcripts in a `projects` folder. */
export function claudeTranscripts(projects: string): TranscriptHome {
  const configHome = path.dirname(projects);
  return {
    agent: defaultAgent,
    root: projects,
    format: claudeFormat,
    find: (onUnreadable, wanted, known) => findTranscripts(projects, onUnreadable, wanted, known),
    classify: (file) => classify(projects, file),
    sessionTranscriptOf,
    plans: placesIn(configHome).plans,
    async fileCopies(transcript, sessionId, turnAt) {
      const trail = turnAt === undefined ? wholeTrail(transcript) : trailOfTurn(transcript, turnAt);
      return new FileHistory(configHome, sessionId, await trail);
    },
    sessionIds: looseAgentSessions,
    companions: { meta: parseSubagentMeta, returnedAgents, transcriptBeside: besideTranscript },
    watch(onChange, log) {
      const watcher = new TranscriptWatcher(projects, onChange, log);
      return {
        start: () => watcher.start(),
        followSession: (transcript) => watcher.follow(transcript.slice(0, -'.jsonl'.length)),
        dispose: () => watcher.dispose(),
      };
    },
  };
}
