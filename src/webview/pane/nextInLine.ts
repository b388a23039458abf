import type { BoardState } from '../board';
import { blockedIn } from '../layout/arrange';

/** The sessions that wait for the person, without the one that is open. */
export function othersWaiting(
  { columns, sessions }: Pick<BoardState, 'columns' | 'sessions'>,
  open: string | undefined,
): readonly string[] {
  const ids = blockedIn(columns.needs_you, sessions);
  const place = ids.indexOf(open ?? '');
  return [...ids.slice(place + 1), ...ids.slice(0, Math.max(0, place))];
}
