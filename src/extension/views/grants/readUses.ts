import type { GrantUse } from '../../../shared/protocol/work/grants';
import type { Calls } from '../../link/hubClient';

/** Maximum number of lines that are read; the ledger of 31 days rarely has as many. */
const maxUses = 20_000;

/** The lines of the ledger, newest first. */
export async function readUses(hub: Calls<'grantUses'>): Promise<readonly GrantUse[]> {
  // Keyed by call: a line that is added between two calls shifts others to the next page, which
  // then repeats them.
  const found = new Map<string, GrantUse>();
  for (let skip = 0; ;) {
    const { uses, more } = await hub.call('grantUses', { skip: String(skip) });
    for (const use of uses) if (!found.has(use.call)) found.set(use.call, use);
    skip += uses.length;
    if (more !== true || uses.length === 0 || skip >= maxUses) return [...found.values()];
  }
}
