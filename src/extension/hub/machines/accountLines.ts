import { accountNames } from '../../agents/claude/home/accountNames';
import type { MachineTarget } from '../../../shared/protocol/machines/setting';

/** The accounts on a board. */
export interface Accounts {
  /** Name of the hub's own account; undefined without others. */
  readonly own: string | undefined;
  readonly others: readonly MachineTarget[];
}

export const noAccounts: Accounts = { own: undefined, others: [] };

/**
 * Returns a line for each config home of the setting, without the hub's own, which may be in the
 * list: every window of an editor has the same setting, whichever config home it uses.
 */
export function accountLines(homes: readonly string[], ownHome: string): Accounts {
  const others = [...new Set(homes)].filter((home) => home !== ownHome);
  if (others.length === 0) return noAccounts;
  const [own, ...names] = accountNames([ownHome, ...others]);
  return { own, others: others.map((account, at) => ({ account, name: names[at] ?? account })) };
}
