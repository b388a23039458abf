import { addressIn } from '../protocol/machines/address';
import type { MachineCard } from '../protocol/machines/machineNews';
import type { Summary } from '../protocol/protocol';

/**
 * Card of the account that a session on this computer belongs to; undefined for a session of the
 * board's own account, and for one on another machine.
 */
export function accountOf(
  { machines = [] }: Pick<Summary, 'machines'>,
  sessionId: string,
): MachineCard | undefined {
  const machineId = addressIn(sessionId)?.machineId;
  if (machineId === undefined) return undefined;
  const card = machines.find((one) => one.machineId === machineId);
  return card?.account === undefined ? undefined : card;
}

/** Config home of the account that `accountOf` finds. */
export function accountHomeOf(
  summary: Pick<Summary, 'machines'>,
  sessionId: string,
): string | undefined {
  return accountOf(summary, sessionId)?.account;
}
