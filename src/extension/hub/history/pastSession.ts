import type { HistoryEntry } from '../../../shared/protocol/protocol';

/** The index entry of one transcript. Times are ms since 1970. */
export interface PastSession {
  readonly sessionId: string;
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** The user's name for it, else the first prompt, else the client's; empty where there is none. */
  readonly title: string;
  readonly projectPath: string;
  readonly gitBranch: string;
  readonly model: string;
  /** The first prompts, one a line. */
  readonly prompts: string;
  readonly lastPrompt: string;
  /** 0 where nobody ever prompted or answered: such a file is no session. */
  readonly startedAt: number;
  readonly lastActivityAt: number;
}

export function isSession({ startedAt }: PastSession): boolean {
  return startedAt > 0;
}

export function pastTitle({ title, sessionId }: PastSession): string {
  return title === '' ? `Session ${sessionId.slice(0, 8)}` : title;
}

export function projectNameOf({ projectPath }: PastSession): string {
  return projectPath.split(/[/\\]/u).findLast((part) => part !== '') ?? '';
}

export function historyEntry(session: PastSession): HistoryEntry {
  const { sessionId, projectPath, gitBranch, model, prompts, lastPrompt } = session;
  return {
    sessionId,
    title: pastTitle(session),
    projectPath,
    projectName: projectNameOf(session),
    ...(gitBranch !== '' && { gitBranch }),
    transcriptPath: session.path,
    ...(model !== '' && { model }),
    ...(prompts !== '' && { firstPrompt: prompts.split('\n', 1)[0] ?? '' }),
    ...(lastPrompt !== '' && { lastPrompt }),
    startedAt: new Date(session.startedAt).toISOString(),
    lastActivityAt: new Date(session.lastActivityAt).toISOString(),
    sizeBytes: session.size,
  };
}
