import { isReadyHere, needsPerson } from '../../shared/board/needsYou';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { BoardModel } from '../link/boardModel';

type BoardSections = Pick<BoardModel, 'inSection'>;

/**
 * The sessions that are blocked on a person and whose machines can be reached, most urgent first.
 */
export function blockedOf(board: BoardSections): readonly LiveSession[] {
  return board.inSection('needs_you').filter(needsPerson);
}

/**
 * The sessions that are ready for a prompt and whose machines can be reached, pinned ones first.
 */
export function readyOf(board: BoardSections): readonly LiveSession[] {
  return [...board.inSection('needs_you'), ...board.inSection('ready')].filter(isReadyHere);
}
