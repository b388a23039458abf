import { formatToken, parseFilter } from '../../../../shared/board/filter/filterTokens';
import { namesMachine, pastMatcherOf } from '../../../../shared/board/filter/pastFilter';
import type { Machine } from '../machine';
import type { Machines } from '../machines';

/** The machines that a search includes. */
export interface SearchedMachines {
  /** True if the search includes this computer. */
  readonly includesOwn: boolean;
  readonly remoteMachines: readonly Machine[];
  /** Search conditions without those that name machines; undefined if none are left. */
  readonly tokens: string | undefined;
}

/**
 * Returns the machines and accounts that the conditions of a search name. Without such a condition these are all
 * machines, but only one for each config home. Only the desk can evaluate the names, which come
 * from its setting.
 */
export function searchedMachines(
  text: string | undefined,
  machines: Pick<Machines, 'all' | 'homeOf' | 'ownAccount'>,
): SearchedMachines {
  const { tokens } = parseFilter(text ?? '');
  const names = tokens.filter(namesMachine);
  const others = tokens.filter((token) => !namesMachine(token));
  const isNamed = pastMatcherOf(names);
  const isAll = names.length === 0;
  return {
    includesOwn: isAll || isNamed({ projectPath: '', account: machines.ownAccount }),
    remoteMachines: machines.all.filter((one) => {
      if (isAll && machines.homeOf(one) !== one.key) return false;
      return isNamed({ projectPath: '', machine: one.machineClock.machine });
    }),
    tokens: others.length === 0 ? undefined : others.map(formatToken).join(' '),
  };
}
