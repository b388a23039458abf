import type { LiveSession } from '../protocol/protocol';
import type { Mute } from '../protocol/windows';

type MuteSubject = Pick<LiveSession, 'sessionId' | 'projectPath' | 'machine'>;

export function hasMuteExpired(mute: Mute, now: number): boolean {
  return mute.until !== undefined && mute.until <= now;
}

/** True if two mutes have the same target, regardless of their times. */
export function isSameMuteTarget(a: Mute, b: Mute): boolean {
  if (a.scope === 'session') return b.scope === 'session' && a.sessionId === b.sessionId;
  if (a.scope === 'project')
    return b.scope === 'project' && a.path === b.path && a.machine === b.machine;
  return b.scope === 'all';
}

export function coversSession(mute: Mute, session: MuteSubject): boolean {
  switch (mute.scope) {
    case 'session':
      return mute.sessionId === session.sessionId;
    case 'project':
      return mute.path === session.projectPath && mute.machine === session.machine?.id;
    case 'all':
      return true;
  }
}

/** All mutes that apply to a session now. */
export function mutesOf(
  mutes: readonly Mute[],
  session: MuteSubject,
  now: number,
): readonly Mute[] {
  return mutes.filter((mute) => !hasMuteExpired(mute, now) && coversSession(mute, session));
}
