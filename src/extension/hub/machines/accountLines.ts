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
 * Returns the accounts for the config homes in the setting. The hub's own home may be one of them,
 * because all windows of an editor have the same setting, whichever config home they use.
 */
export function accountLines(homes: readonly string[], ownHome: string): Accounts {
  const others = [...new Set(homes)].filter((home) => home !== ownHome);
  if (others.length === 0) return noAccounts;
  const [own, ...names] = accountNames([ownHome, ...others]);
  return { own, others: others.map((account, at) => ({ account, name: names[at] ?? account })) };
}
