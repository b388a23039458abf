import type { MachineCard } from '../../../shared/protocol/machines/machineNews';

/** The last reported fault of each machine, by key. */
export type ReportedFaults = Readonly<Record<string, string>>;

type CardFault = Pick<MachineCard, 'key' | 'status' | 'fault'>;

/** The machines with a fault that a person has to fix and that was not reported yet. */
export function unknownFaults<Card extends CardFault>(
  told: ReportedFaults,
  cards: readonly Card[],
): readonly Card[] {
  return cards.filter(
    ({ key, status, fault }) => status === 'failed' && fault !== undefined && told[key] !== fault,
  );
}

/**
 * Updates the reported faults. A connected machine's fault is deleted, so that it is reported again
 * if it comes back. Machines without a card are deleted, too.
 */
export function updateReportedFaults(
  told: ReportedFaults,
  cards: readonly CardFault[],
): ReportedFaults {
  return Object.fromEntries(
    cards.flatMap(({ key, status, fault }) => {
      const known = status === 'failed' ? fault : status === 'connected' ? undefined : told[key];
      return known === undefined ? [] : [[key, known]];
    }),
  );
}
