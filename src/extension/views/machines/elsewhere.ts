import { accountHomeOf } from '../../../shared/board/accountHome';
import { isOfAccount, machineName } from '../../../shared/board/texts/machineText';
import { addressIn } from '../../../shared/protocol/machines/address';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';

/** True for a session on another machine, whose paths do not exist on this computer. */
export function isElsewhere(board: Pick<BoardModel, 'summary'>, sessionId: string): boolean {
  return (
    addressIn(sessionId) !== undefined && accountHomeOf(board.summary, sessionId) === undefined
  );
}

/** The name of the other machine of a session; undefined for a session on this computer. */
export function machineOf(
  board: Pick<BoardModel, 'get' | 'summary'>,
  sessionId: string,
): string | undefined {
  const session = board.get(sessionId) ?? {};
  if (isOfAccount(session) || !isElsewhere(board, sessionId)) return undefined;
  return machineName(session) || t('another machine');
}
