import { grantLimits } from '../../../shared/text/grantLimits';
import { ruleFolder, type Grant } from './grant';
import { hasGrantExpired, type GrantClock } from './grantClock';
import { findFolder, type IdentifiedFolder } from './place';

export interface RestoreParts {
  readonly clock: GrantClock;
  /** Returns whether the grant's seal is valid. */
  readonly isSealed: (grant: Grant) => boolean;
  /** Number of uses of each grant in the ledger. */
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * Splits stored grants into valid and invalid ones. Any program of the user can write the file, so
 * only signed data is trusted: the end is limited by the signature's time, folders must match the
 * signed paths, and the number of uses is at least that in the ledger.
 */
export async function restoreGrants(
  stored: readonly Grant[],
  { clock, isSealed, counts }: RestoreParts,
): Promise<{ readonly valid: readonly Grant[]; readonly invalid: readonly Grant[] }> {
  const valid: Grant[] = [];
  for (const one of stored) {
    const grant: Grant = {
      ...one,
      until: Math.min(one.until, one.seal.at + (one.ms ?? grantLimits.maxMs)),
      used: Math.max(one.used, counts.get(one.id) ?? 0),
    };
    const isAsSigned =
      grant.id === grant.call &&
      isSealed(grant) &&
      !hasGrantExpired(grant, clock) &&
      grant.givenAt <= clock.now();
    if (isAsSigned && (await areFoldersUnchanged(grant))) valid.push(grant);
  }
  const ids = new Set(valid.map(({ id }) => id));
  return { valid, invalid: stored.filter(({ id }) => !ids.has(id)) };
}

/** True if the signed paths still lead to the same folders as when the grant was given. */
async function areFoldersUnchanged({
  rule,
  place,
  project,
  projectPlace,
}: Grant): Promise<boolean> {
  return (
    isSameFolder(await findFolder(ruleFolder(rule)), place) &&
    isSameFolder(await findFolder(project), projectPlace)
  );
}

function isSameFolder(one: IdentifiedFolder | undefined, other: IdentifiedFolder): boolean {
  return one?.real === other.real && one.identity === other.identity;
}
