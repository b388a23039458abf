import type { BoardState } from '../board';
import { blockedIds } from '../layout/arrange';

/** The sessions that wait for the person, except the open one. */
export function othersWaiting(
  { columns, sessions }: Pick<BoardState, 'columns' | 'sessions'>,
  open: string | undefined,
): readonly string[] {
  return othersInTurn(blockedIds(columns.needs_you, sessions), open);
}

/** The other ids of a list, those after the given one first. */
export function othersInTurn(ids: readonly string[], one: string | undefined): readonly string[] {
  const place = ids.indexOf(one ?? '');
  return [...ids.slice(place + 1), ...ids.slice(0, Math.max(0, place))];
}
