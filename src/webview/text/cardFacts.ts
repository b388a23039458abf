import type { LiveSession } from '../../shared/protocol/protocol';
import { requestKind } from '../../shared/request/requestKind';

export function hasTranscript({ transcriptPath }: LiveSession): boolean {
  return transcriptPath !== '';
}

export function hasProject({ projectPath }: LiveSession): boolean {
  return projectPath !== '';
}

/** Answered by allowing or denying. */
export function asksForTool({ pendingRequest }: LiveSession): boolean {
  return (
    pendingRequest?.call?.answerable === true && requestKind(pendingRequest.toolName) === 'tool'
  );
}

/** Questions and plans: no single key answers them. */
export function asksForWords(session: LiveSession): boolean {
  return session.pendingRequest?.call?.answerable === true && !asksForTool(session);
}
