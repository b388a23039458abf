import * as path from 'node:path';
import { t } from '../../../shared/words/l10n';
import { sameTarget } from '../../../shared/board/mutes';
import { plainTitle } from '../../../shared/text/plainText';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Mute } from '../../../shared/protocol/windows';
import { projectOf, sessionTitle } from '../sessionText';

/** Something that may be muted, and its name for a person. */
export interface MuteTarget {
  readonly mute: Mute;
  readonly name: string;
}

/** What may be muted about these sessions, the smallest first. */
export function muteTargets(sessions: readonly LiveSession[]): readonly MuteTarget[] {
  const targets: MuteTarget[] = sessions.map((session) => ({
    mute: { scope: 'session', sessionId: session.sessionId },
    name: t('Session “{0}”', plainTitle(sessionTitle(session), 60)),
  }));
  for (const session of sessions) {
    const mute: Mute = { scope: 'project', path: session.projectPath };
    if (session.projectPath === '' || targets.some((one) => sameTarget(one.mute, mute))) continue;
    targets.push({ mute, name: t('Project {0}', projectOf(session)) });
  }
  return [...targets, { mute: { scope: 'all' }, name: t('All sessions') }];
}

/** Names the subject of a mute; a session that is gone keeps its id. */
export function muteName(
  mute: Mute,
  get: (sessionId: string) => Pick<LiveSession, 'title'> | undefined,
): string {
  switch (mute.scope) {
    case 'session': {
      const session = get(mute.sessionId);
      const shortId = plainTitle(mute.sessionId, 8);
      return t(
        'Session “{0}”',
        session === undefined ? shortId : plainTitle(sessionTitle(session), 60),
      );
    }
    case 'project':
      return t('Project {0}', plainTitle(path.basename(mute.path), 60));
    case 'all':
      return t('All sessions');
  }
}

/** `until 14:05`, or that it has no end. */
export function muteEnd({ until }: Mute, locale?: string): string {
  if (until === undefined) return t('until you unmute');
  const time = new Date(until).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  return t('until {0}', time);
}
