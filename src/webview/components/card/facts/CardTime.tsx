import type { LiveSession } from '../../../../shared/protocol/protocol';
import { AwaySince } from './AwaySince';
import { TimeInState } from './TimeInState';

interface Props {
  readonly session: LiveSession;
  /** True where an ended session says how long ago. */
  readonly saysAgo: boolean;
}

/** Time of a session in its state, or since when its machine is away. */
export function CardTime({ session, saysAgo }: Props) {
  const away = session.machine?.away;
  if (away !== undefined) return <AwaySince session={session} away={away} />;
  const past = saysAgo && session.agentState.group === 'delivered';
  return <TimeInState since={session.stateSince} past={past} />;
}
