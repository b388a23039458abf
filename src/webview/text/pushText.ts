import type { SessionPush } from '../../shared/protocol/phones';
import type { LiveSession } from '../../shared/protocol/protocol';
import { isBlocked } from '../../shared/presentation';
import { formatDuration } from '../../shared/words/format';
import { t } from '../../shared/words/l10n';

/** Stages in ascending order; of several phones, the one with the furthest stage is shown. */
const order: readonly SessionPush['stage'][] = [
  'failed',
  'sent',
  'accepted',
  'silent',
  'shown',
  'opened',
];

/** The push about what a session waits for now; undefined if there is none, or it was answered. */
export function pushFor(
  { sessionId, agentState, stateSince }: LiveSession,
  pushes: readonly SessionPush[],
): SessionPush | undefined {
  if (!isBlocked(agentState)) return undefined;
  const since = Date.parse(stateSince);
  return pushes
    .filter((push) => push.sessionId === sessionId && push.at >= since)
    .filter(({ stage }) => stage !== 'answered')
    .toSorted((one, other) => order.indexOf(other.stage) - order.indexOf(one.stage))[0];
}

/** The stage of a push as text. */
export function pushText({ stage, at }: SessionPush, now: number): string {
  const age = formatDuration(Math.max(0, now - at));
  switch (stage) {
    case 'sent':
    case 'accepted':
      return t('Your phone: on its way');
    case 'silent':
      return t('Your phone: accepted {0} ago, not confirmed', age);
    case 'shown':
      return t('Your phone: shown {0} ago', age);
    case 'opened':
      return t('Your phone: opened {0} ago', age);
    case 'failed':
      return t('Your phone: not reached');
    case 'answered':
      return '';
  }
}
