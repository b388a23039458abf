import type { RunnerProof } from '../../../shared/protocol/runner';
import type { KnownKeys } from './knownKeys';
import type { Seals } from './seals';

/** The part of a proof that certifies the key of a runner; `Runners` checks the rest. */
type Certified = Pick<RunnerProof, 'publicKey' | 'certificate'>;

/** Holds each certificate of a runner against the keys once, and again when there are others. */
export function certifiedRunners(
  seals: Pick<Seals, 'isSigned'>,
  keys: Pick<KnownKeys, 'version'>,
): (sessionId: string, proof: Certified) => boolean {
  const judged = new WeakMap<Certified, { readonly version: number; readonly isSigned: boolean }>();
  return (sessionId, proof) => {
    const before = judged.get(proof);
    if (before?.version === keys.version) return before.isSigned;
    const { publicKey, certificate } = proof;
    const { hub, seal } = certificate;
    const isSigned = seals.isSigned('startRunner', hub, sessionId, { publicKey }, seal);
    judged.set(proof, { version: keys.version, isSigned });
    return isSigned;
  };
}
