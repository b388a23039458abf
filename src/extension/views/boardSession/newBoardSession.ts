import { askNewSession } from './askNewSession';
import type { BoardSessions } from './boardSessions';
import type { BoardModel } from '../../link/boardModel';
import { offerWords } from '../offerWords';

/** Asks what to begin and begins it; what was typed is offered again where that fails. */
export async function newBoardSession(
  board: BoardModel,
  boardSessions: BoardSessions,
): Promise<void> {
  const against = boardSessions.reasonAgainst;
  if (against !== undefined) throw new Error(against);
  const wanted = await askNewSession(board);
  if (wanted === undefined) return;
  await boardSessions.start(wanted).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    return offerWords({ words: wanted.prompt, why });
  });
}
