import { formatToken, parseFilter } from '../../../../shared/board/filterTokens';
import { namesMachine, pastMatcherOf } from '../../../../shared/board/pastFilter';
import type { Machine } from '../machine';

/** The machines that a search is about. */
export interface SearchedMachines {
  /** True where it is about this computer, too. */
  readonly isHere: boolean;
  readonly there: readonly Machine[];
  /** Conditions that are left for each of them; undefined where there are none. */
  readonly tokens: string | undefined;
}

/** Machines that the tokens of a search name, else all. Only the desk knows them by these names. */
export function searchedMachines(
  text: string | undefined,
  all: readonly Machine[],
): SearchedMachines {
  const { tokens } = parseFilter(text ?? '');
  const names = tokens.filter(namesMachine);
  const others = tokens.filter((token) => !namesMachine(token));
  const isNamed = pastMatcherOf(names);
  return {
    isHere: names.length === 0,
    there: all.filter(({ standing: { machine } }) => isNamed({ projectPath: '', machine })),
    tokens: others.length === 0 ? undefined : others.map(formatToken).join(' '),
  };
}
