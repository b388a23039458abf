import { canPromptAgent } from '../agents/agentLabels';
import type { PagePlace } from '../board/arrangement';
import { isInFolder } from '../board/folders';
import { coversSession } from '../board/mutes';
import { isLoaded, isRunning } from '../presentation';
import type { LiveSession } from '../protocol/protocol';
import type { Mute } from '../protocol/windows';

/**
 * True if the transcript's file is on this machine, which the editor's commands need to open it by
 * path.
 */
export function hasTranscriptFile({ transcriptPath }: LiveSession): boolean {
  return transcriptPath !== '';
}

export function hasProject({ projectPath }: LiveSession): boolean {
  return projectPath !== '';
}

/** The control over sessions that a window offers. */
export interface OfferedControl {
  readonly status: string;
  /** Absolute folders of projects whose requests can be answered only in their terminals. */
  readonly disabledProjects: readonly string[];
}

/** True if this window has control over the sessions of a project. */
export function isControlled(
  control: OfferedControl,
  { projectPath }: Pick<LiveSession, 'projectPath'>,
): boolean {
  if (control.status !== 'on') return false;
  return !control.disabledProjects.some((folder) => isInFolder(folder, projectPath));
}

/** True if a prompt can reach the session: it runs, or can be resumed. */
export function canReceivePrompts(session: LiveSession): boolean {
  const { pid, prompting, agentState, transcriptPath } = session;
  if (prompting?.way !== undefined) return true;
  if (!canPromptAgent(session)) return false;
  if (pid !== undefined) return prompting !== undefined;
  return !isRunning({ agentState, pid }) && transcriptPath !== '';
}

/**
 * True if the session's hub supports prompts with a condition; an older hub would drop the
 * condition.
 */
export function supportsFollowUps({ prompting }: LiveSession): boolean {
  return prompting?.followUps === true;
}

/**
 * True if a page can act on the session. A phone cannot act on a session that has ended, because
 * only an editor can resume it.
 */
export function canPageActOn(
  place: PagePlace,
  session: Pick<LiveSession, 'pid' | 'prompting'>,
): boolean {
  return place !== 'phone' || isLoaded(session);
}

/** True if the session itself or its project is muted; a mute of all sessions is not included. */
export function isMuted(session: LiveSession, mutes: readonly Mute[]): boolean {
  return mutes.some((mute) => mute.scope !== 'all' && coversSession(mute, session));
}
