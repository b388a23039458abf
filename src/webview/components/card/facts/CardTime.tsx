import type { LiveSession } from '../../../../shared/protocol/protocol';
import { AwaySince } from './AwaySince';
import { TimeInState } from './TimeInState';

interface Props {
  readonly session: LiveSession;
  /** True if an ended session shows how long ago it ended. */
  readonly saysAgo: boolean;
}

/** Time of a session in its state, or since when its machine can't be reached. */
export function CardTime({ session, saysAgo }: Props) {
  const away = session.machine?.away;
  if (away !== undefined) return <AwaySince session={session} away={away} />;
  const past = saysAgo && session.agentState.group === 'delivered';
  return <TimeInState since={session.stateSince} past={past} />;
}
