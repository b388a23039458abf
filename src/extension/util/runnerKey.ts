import { randomBytes } from 'node:crypto';
import type { RunnerKey, RunnerProof } from '../../shared/protocol/runner';
import { canonicalJson } from '../../shared/protocol/signed';
import { isSignedBy, newPrivateKey, sealed, signerOf, verifyingKey, type Signer } from './signing';

/** The connection that a runner signs to prove its key; it names the start of the hub, so that no proof counts again. */
export interface RunnerClaim {
  /** Name of the hub's start. */
  readonly hub: string;
  readonly sessionId: string;
  /** Sent by the hub over that connection. */
  readonly challenge: string;
}

/** Makes the key of a runner, certified by the editor that starts it: it counts for that session alone. */
export function newRunnerKey(signer: Signer, hub: string, sessionId: string): RunnerKey {
  const privateKey = newPrivateKey();
  const { publicKey } = signerOf(privateKey);
  const about = { act: 'startRunner', hub, session: sessionId } as const;
  return { privateKey, certificate: { hub, seal: sealed(signer, about, { publicKey }).seal } };
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

/** True if the proof signs that connection with the key that it names. */
export function isProvedBy({ publicKey, signature }: RunnerProof, claim: RunnerClaim): boolean {
  const key = verifyingKey(publicKey);
  return key !== undefined && isSignedBy(key, claimText(claim), signature);
}

function claimText({ hub, sessionId, challenge }: RunnerClaim): string {
  return canonicalJson({ proves: 'mission-control/runner/1', hub, sessionId, challenge });
}
