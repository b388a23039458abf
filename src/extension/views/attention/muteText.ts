import { basename } from 'node:path';
import { formatTime } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { isSameMuteTarget } from '../../../shared/board/mutes';
import { plainTitle } from '../../../shared/text/plainText';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Mute } from '../../../shared/protocol/windows';
import { sessionTitle } from '../../../shared/board/sessionNames';
import { projectOf } from '../../../shared/board/texts/partTexts';

/** A target of a mute, with its name for people. */
export interface MuteTarget {
  readonly mutes: readonly Mute[];
  readonly name: string;
}

/**
 * Possible targets for these sessions: all of them together, each one, then their projects and
 * everything.
 */
export function muteTargets(sessions: readonly LiveSession[]): readonly MuteTarget[] {
  const each = sessions.map((session) => ({
    mute: { scope: 'session', sessionId: session.sessionId } satisfies Mute,
    name: t('Session “{0}”', plainTitle(sessionTitle(session), 60)),
  }));
  const projects: { readonly mute: Mute; readonly name: string }[] = [];
  for (const session of sessions) {
    const { projectPath: path, machine } = session;
    const mute: Mute = { scope: 'project', path, ...(machine && { machine: machine.id }) };
    if (path === '' || projects.some((one) => isSameMuteTarget(one.mute, mute))) continue;
    projects.push({ mute, name: t('Project {0}', projectOf(session)) });
  }
  const all = { mute: { scope: 'all' } satisfies Mute, name: t('All sessions') };
  const single = [...each, ...projects, all].map(({ mute, name }) => ({ mutes: [mute], name }));
  if (each.length < 2) return single;
  const together = {
    mutes: each.map(({ mute }) => mute),
    name: t('These {0} sessions', each.length),
  };
  return [together, ...single];
}

/** Name of a mute's target; for an unknown session its short id. */
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
      return t('Project {0}', plainTitle(basename(mute.path), 60));
    case 'all':
      return t('All sessions');
  }
}

/** The end of a mute, such as `until 2:05 PM`; `until you unmute` if it has none. */
export function muteEnd({ until }: Mute): string {
  if (until === undefined) return t('until you unmute');
  return t('until {0}', formatTime(until));
}
