import type { KnownKeys } from '../signed/knownKeys';
import type { Seals } from '../signed/seals';
import { signedBody, type Grant } from './grant';

/**
 * Creates a check that a grant has a valid seal of a known key. The seal covers the fields that
 * never change, so each grant's result is cached until the known keys change.
 */
export function createSealCheck(
  seals: Pick<Seals, 'isSigned'>,
  keys: Pick<KnownKeys, 'version'>,
): (grant: Grant) => boolean {
  const checked = new WeakMap<Grant, { readonly version: number; readonly isSealed: boolean }>();
  return (grant) => {
    const before = checked.get(grant);
    if (before?.version === keys.version) return before.isSealed;
    const { hub, sessionId, seal } = grant;
    const isSealed = seals.isSigned('giveGrant', hub, sessionId, signedBody(grant), seal);
    checked.set(grant, { version: keys.version, isSealed });
    return isSealed;
  };
}
