import type { MachineCard } from '../../../shared/protocol/machines/machineNews';

/** The last reported fault of each machine, by key. */
export type ToldFaultsByMachine = Readonly<Record<string, string>>;

type Standing = Pick<MachineCard, 'key' | 'status' | 'fault'>;

/** The machines with a fault that a person has to fix and has not been told of. */
export function unknownFaults<Card extends Standing>(
  told: ToldFaultsByMachine,
  cards: readonly Card[],
): readonly Card[] {
  return cards.filter(
    ({ key, status, fault }) => status === 'failed' && fault !== undefined && told[key] !== fault,
  );
}

/**
 * Records reported faults. After a machine was connected its faults are reported again; machines
 * that are gone are deleted.
 */
export function rememberToldFaults(
  told: ToldFaultsByMachine,
  cards: readonly Standing[],
): ToldFaultsByMachine {
  return Object.fromEntries(
    cards.flatMap(({ key, status, fault }) => {
      const known = status === 'failed' ? fault : status === 'connected' ? undefined : told[key];
      return known === undefined ? [] : [[key, known]];
    }),
  );
}
