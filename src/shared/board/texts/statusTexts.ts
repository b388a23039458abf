import type { MachineCard } from '../../protocol/machines/machineNews';
import type { LiveSession, Summary } from '../../protocol/protocol';
import { plainTitle } from '../../text/plainText';
import { counted, t } from '../../words/l10n';
import { machineFaultText } from '../../words/machineFaultText';
import { needsYouOfMachine } from '../needsYou';
import { labelOf } from '../sessionNames';
import { coarseAge, joinParts, requestOf } from './partTexts';

/** The state of a session that waits, its request, and since when; shown after its title. */
export function waitingText(session: LiveSession, now: number): string {
  return joinParts([labelOf(session), requestOf(session, 60), coarseAge(session.stateSince, now)]);
}

/** Counts of the groups other than Needs You. */
export function otherCountsText({ autonomousCount, deliveredCount }: Summary): string {
  return t('{0} running · {1} done', autonomousCount, deliveredCount);
}

/** A machine's name with its counts if it is connected, otherwise with its fault. */
export function machineStatus(
  machine: MachineCard,
  sessions: readonly LiveSession[],
): { readonly name: string; readonly isConnected: boolean; readonly text: string } {
  const { status, sessionCount } = machine;
  const name = plainTitle(machine.name, 40);
  if (status !== 'connected')
    return { name, isConnected: false, text: machineFaultText(machine).says };
  const all = counted(sessionCount, '{0} session', '{0} sessions');
  return {
    name,
    isConnected: true,
    text: joinParts([all, needsYouOfMachine(machine, sessions)]),
  };
}
