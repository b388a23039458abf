import { isAway } from '../../shared/board/machineText';
import { isBlocked } from '../../shared/presentation';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { BoardModel } from '../link/boardModel';

type Lists = Pick<BoardModel, 'inSection'>;

/** The sessions that are blocked on a person and within reach, most urgent first. */
export function blockedOf(board: Lists): readonly LiveSession[] {
  const all = board.inSection('needs_you');
  return all.filter((session) => isBlocked(session.agentState) && !isAway(session));
}

/** The sessions that wait for a next prompt within reach, the pinned first. */
export function readyOf(board: Lists): readonly LiveSession[] {
  const pinned = board.inSection('needs_you').filter(({ agentState }) => !isBlocked(agentState));
  return [...pinned, ...board.inSection('ready')].filter((session) => !isAway(session));
}
