import type { MachineCard } from '../../../shared/protocol/machines/machineNews';

/** The fault that a person was told of last, by the key of each machine. */
export type ToldFaultsByMachine = Readonly<Record<string, string>>;

type Standing = Pick<MachineCard, 'key' | 'status' | 'fault'>;

/** The machines that a person has to do something for, and does not know that yet. */
export function untold<Card extends Standing>(
  told: ToldFaultsByMachine,
  cards: readonly Card[],
): readonly Card[] {
  return cards.filter(
    ({ key, status, fault }) => status === 'failed' && fault !== undefined && told[key] !== fault,
  );
}

/** Remembers the faults that were told. A machine that was connected since is told of anew; one that is gone is forgotten. */
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
