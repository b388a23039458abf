import { KnownKeys } from '../../../src/extension/hub/signed/knownKeys';
import { hubName, newPrivateKey, sealed, signerOf } from '../../../src/extension/util/signing';
import type { SignedAct } from '../../../src/shared/protocol/signed';

/** Signs for all windows that tests play. */
export const testSigner = signerOf(newPrivateKey());

/** Those of a hub that a window of the tests has started. */
export function testKeys(): KnownKeys {
  return new KnownKeys([testSigner.publicKey]);
}

/** What a window sends to the hub of that token: signed, unless by somebody else, with the tests' key. */
export function signedFor(
  token: string,
  act: SignedAct,
  session: string,
  body: object,
  signer = testSigner,
): object {
  return sealed(signer, { act, hub: hubName(token), session }, body);
}
