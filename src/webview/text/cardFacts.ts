import type { PagePlace } from '../../shared/board/arrangement';
import { isInFolder } from '../../shared/board/folders';
import type { ControlCard } from '../../shared/messages/pageMessages';
import { covers } from '../../shared/board/mutes';
import { isRunning } from '../../shared/presentation';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { Mute } from '../../shared/protocol/windows';
import { requestKind } from '../../shared/request/requestKind';

/** True where the file of the transcript is on this machine: commands of the editor open it by its path. */
export function hasTranscriptFile({ transcriptPath }: LiveSession): boolean {
  return transcriptPath !== '';
}

export function hasProject({ projectPath }: LiveSession): boolean {
  return projectPath !== '';
}

/** True for a request that is answered by allowing or denying. */
export function asksForTool({ pendingRequest }: LiveSession): boolean {
  return (
    pendingRequest?.call?.answerable === true && requestKind(pendingRequest.toolName) === 'tool'
  );
}

/** True for questions and plans, which no single key answers. */
export function asksForWords(session: LiveSession): boolean {
  return session.pendingRequest?.call?.answerable === true && !asksForTool(session);
}

/** True where this window has control over the sessions of a project. */
export function isControlled(control: ControlCard, { projectPath }: LiveSession): boolean {
  if (control.status !== 'on') return false;
  return !control.disabledProjects.some((folder) => isInFolder(folder, projectPath));
}

/** True where prompts can reach the session: it runs, or can be resumed. */
export function takesPrompts({ pid, prompting, agentState, transcriptPath }: LiveSession): boolean {
  if (pid !== undefined) return prompting !== undefined;
  return !isRunning({ agentState, pid }) && transcriptPath !== '';
}

/** True where a page has a way to the session: only an editor can resume one that has ended. */
export function isInReach(place: PagePlace, { pid }: Pick<LiveSession, 'pid'>): boolean {
  return place !== 'phone' || pid !== undefined;
}

/** True where a session is muted by itself or with its project: a mute of all says nothing of it. */
export function isMuted(session: LiveSession, mutes: readonly Mute[]): boolean {
  return mutes.some((mute) => mute.scope !== 'all' && covers(mute, session));
}
