import type { LiveSession } from '../protocol/protocol';
import type { Section } from './boardOrder';
import { isReadyAndReachable, needsPerson } from './needsYou';

/** The sections of a board, each in its order. */
export interface BoardSections {
  inSection(section: Section): readonly LiveSession[];
}

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
  return [...board.inSection('needs_you'), ...board.inSection('ready')].filter(isReadyAndReachable);
}
