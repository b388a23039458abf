import { mutesOf } from '../../../shared/board/mutes';
import type { FromPage } from '../../../shared/messages/pageMessages';
import type { CallSaid } from '../../../shared/protocol/calls';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Mute } from '../../../shared/protocol/windows';

const hourMs = 3_600_000;

type MuteCall = CallSaid<'mute'>;

/** The calls that mute what a phone means, by the clock of the hub: that of a phone may be wrong. */
export function mutingCalls(
  { sessionIds, span }: Extract<FromPage, { readonly type: 'muteSessions' }>,
  get: (sessionId: string) => LiveSession | undefined,
  now: number,
): readonly MuteCall[] {
  const end = span === 'hour' && { until: now + hourMs };
  return [...new Set(sessionIds)]
    .filter((sessionId) => get(sessionId) !== undefined)
    .map((sessionId) => ({ mute: { scope: 'session', sessionId, ...end }, on: true }));
}

/** The calls after which a session is not muted any more, whatever muted it. */
export function unmutingCalls(
  session: LiveSession | undefined,
  mutes: readonly Mute[],
  now: number,
): readonly MuteCall[] {
  if (session === undefined) return [];
  return mutesOf(mutes, session, now).map((mute) => ({ mute, on: false }));
}
