import { randomBytes } from 'node:crypto';
import type { RunnerKey, RunnerProof } from '../../../shared/protocol/runner';
import { canonicalJson } from '../../../shared/protocol/signed';
import {
  isSignedBy,
  newPrivateKey,
  withSeal,
  signerOf,
  verifyingKey,
  type Signer,
} from './signing';

/**
 * The connection that a runner signs to prove its key; includes the running hub's name, to prevent
 * replay.
 */
export interface RunnerClaim {
  /** Name of the running hub. */
  readonly hub: string;
  readonly sessionId: string;
  /** Sent by the hub on that connection. */
  readonly challenge: string;
}

/**
 * Creates a runner's key, certified by the editor that starts the runner, for that session only.
 */
export function newRunnerKey(signer: Signer, hub: string, sessionId: string): RunnerKey {
  const privateKey = newPrivateKey();
  const { publicKey } = signerOf(privateKey);
  const statement = { act: 'startRunner', hub, session: sessionId } as const;
  return {
    privateKey,
    certificate: { hub, seal: withSeal(signer, statement, { publicKey }).seal },
  };
}

export function newChallenge(): string {
  return randomBytes(24).toString('base64url');
}

export function runnerProof(
  { privateKey, certificate }: RunnerKey,
  claim: RunnerClaim,
): RunnerProof {
  const signer = signerOf(privateKey);
  const signature = signer.sign(claimText(claim));
  return { challenge: claim.challenge, publicKey: signer.publicKey, certificate, signature };
}

/** True if the proof is a signature of the claim by its own public key. */
export function isProvedBy({ publicKey, signature }: RunnerProof, claim: RunnerClaim): boolean {
  const key = verifyingKey(publicKey);
  return key !== undefined && isSignedBy(key, claimText(claim), signature);
}

function claimText({ hub, sessionId, challenge }: RunnerClaim): string {
  return canonicalJson({ proves: 'mission-control/runner/1', hub, sessionId, challenge });
}
