import { machineName } from '../../../shared/board/texts/machineText';
import { addressIn } from '../../../shared/protocol/machines/address';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';

/** True for a session on another machine, whose paths do not exist on this computer. */
export function isElsewhere(sessionId: string): boolean {
  return addressIn(sessionId) !== undefined;
}

/** The name of the other machine of a session; undefined for a session on this computer. */
export function machineOf(board: Pick<BoardModel, 'get'>, sessionId: string): string | undefined {
  if (!isElsewhere(sessionId)) return undefined;
  return machineName(board.get(sessionId) ?? {}) || t('another machine');
}
