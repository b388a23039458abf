import type { RunnerProof } from '../../../shared/protocol/runner';
import type { KnownKeys } from './knownKeys';
import type { Seals } from './seals';

/** The part of a proof that certifies a runner's key; `Runners` checks the rest. */
type Certified = Pick<RunnerProof, 'publicKey' | 'certificate'>;

/** Returns a check of runners' certificates that caches each result until the known keys change. */
export function certifiedRunners(
  seals: Pick<Seals, 'isSigned'>,
  keys: Pick<KnownKeys, 'version'>,
): (sessionId: string, proof: Certified) => boolean {
  const results = new WeakMap<
    Certified,
    { readonly version: number; readonly isSigned: boolean }
  >();
  return (sessionId, proof) => {
    const cached = results.get(proof);
    if (cached?.version === keys.version) return cached.isSigned;
    const { publicKey, certificate } = proof;
    const { hub, seal } = certificate;
    const isSigned = seals.isSigned('startRunner', hub, sessionId, { publicKey }, seal);
    results.set(proof, { version: keys.version, isSigned });
    return isSigned;
  };
}
