import { projectName } from '../../../../shared/text/projectName';
import type { HistoryEntry } from '../../../../shared/protocol/history';
import type { SessionOutcome } from '../../../../shared/protocol/layers/display';
import { agentMark } from '../../../agents/agentMark';
import type { FoundFile } from '../../../agents/transcripts/files';
import type { PastSession } from '../../../transcript/fold/transcriptEnds';

/** True if a file has the size and time with which it was read. */
export function isUnchanged(
  known: Pick<FoundFile, 'size' | 'mtimeMs'> | undefined,
  { size, mtimeMs }: FoundFile,
): boolean {
  return known?.size === size && known.mtimeMs === mtimeMs;
}

export function isSession({ startedAt }: PastSession): boolean {
  return startedAt > 0;
}

export function pastTitle({ title, sessionId }: PastSession): string {
  return title === '' ? `Session ${sessionId.slice(0, 8)}` : title;
}

export function projectNameOf({ projectPath }: PastSession): string {
  return projectName(projectPath);
}

export function historyEntry(
  session: PastSession,
  agent: string,
  outcome?: SessionOutcome,
): HistoryEntry {
  const { sessionId, projectPath, gitBranch, model, prompts, lastPrompt } = session;
  return {
    sessionId,
    ...agentMark(agent),
    title: pastTitle(session),
    projectPath,
    projectName: projectName(projectPath),
    ...(gitBranch !== '' && { gitBranch }),
    transcriptPath: session.path,
    ...(model !== '' && { model }),
    ...(prompts !== '' && { firstPrompt: prompts.split('\n', 1)[0] ?? '' }),
    ...(lastPrompt !== '' && { lastPrompt }),
    startedAt: new Date(session.startedAt).toISOString(),
    lastActivityAt: new Date(session.lastActivityAt).toISOString(),
    sizeBytes: session.size,
    ...(outcome !== undefined && { outcome }),
  };
}
