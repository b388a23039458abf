import { isStartedHere } from '../agents/agentLabels';
import type { PagePlace } from '../board/arrangement';
import { isInFolder } from '../board/folders';
import { coversSession } from '../board/mutes';
import { isRunning } from '../presentation';
import type { LiveSession } from '../protocol/protocol';
import type { Mute } from '../protocol/windows';

/** True where the file of the transcript is on this machine: commands of the editor open it by its path. */
export function hasTranscriptFile({ transcriptPath }: LiveSession): boolean {
  return transcriptPath !== '';
}

export function hasProject({ projectPath }: LiveSession): boolean {
  return projectPath !== '';
}

/** Control over sessions that a window offers. */
export interface OfferedControl {
  readonly status: string;
  /** Absolute folders of projects whose requests are answered at their terminals only. */
  readonly disabledProjects: readonly string[];
}

/** True where this window has control over the sessions of a project. */
export function isControlled(control: OfferedControl, { projectPath }: LiveSession): boolean {
  if (control.status !== 'on') return false;
  return !control.disabledProjects.some((folder) => isInFolder(folder, projectPath));
}

/** True where prompts can reach the session: it runs, or can be resumed. */
export function takesPrompts(session: LiveSession): boolean {
  const { pid, prompting, agentState, transcriptPath } = session;
  if (!isStartedHere(session)) return false;
  if (pid !== undefined) return prompting !== undefined;
  return !isRunning({ agentState, pid }) && transcriptPath !== '';
}

/** True where a page has a way to the session: only an editor can resume one that has ended. */
export function isInReach(place: PagePlace, { pid }: Pick<LiveSession, 'pid'>): boolean {
  return place !== 'phone' || pid !== undefined;
}

/** True where a session is muted by itself or with its project: a mute of all says nothing of it. */
export function isMuted(session: LiveSession, mutes: readonly Mute[]): boolean {
  return mutes.some((mute) => mute.scope !== 'all' && coversSession(mute, session));
}
