import { parseJson } from '../../../../shared/text/boundedJson';
import { fieldsOf } from '../../../../shared/text/fields';
import type { PrivateFolder } from '../../../util/files/privateFolder';
import type { SetAside } from '../../../util/files/safeFile';
import { newPrivateKey, signerOf, type Signer } from '../../../util/keys/signing';
import { readOrCreateSecret } from '../../store/keptSecret';

export const pushKeysFile = 'push-keys.json';

/** Contact address for push services. Some silently refuse a push without a real address. */
const contact =
  'https://marketplace.visualstudio.com/items?itemName=mission-control.mission-control-for-claude-code';

/** Lifetime of a token in ms; services refuse tokens that are valid for more than a day. */
const tokenMs = 12 * 60 * 60_000;

/**
 * Loads the key that identifies the hub of a config home to push services, across restarts. Rejects
 * with `NotSavedError` if it cannot be created.
 */
export function loadPushSigner(
  folder: PrivateFolder,
  onSetAside: (aside: SetAside) => void,
): Promise<Signer> {
  const make = (): string => JSON.stringify({ privateKey: newPrivateKey() });
  return readOrCreateSecret({ folder, name: pushKeysFile, read: parseSigner, make, onSetAside });
}

/** Returns the `Authorization` header of a push to an origin (VAPID, RFC 8292). */
export function authorization(signer: Signer, origin: string, now: number): string {
  const claims = { aud: origin, exp: Math.floor((now + tokenMs) / 1_000), sub: contact };
  const signedPart = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `vapid t=${signedPart}.${signer.sign(signedPart)}, k=${signer.publicKey}`;
}

function parseSigner(text: string): Signer | undefined {
  try {
    return signerOf(String(fieldsOf(parseJson(text))['privateKey']));
  } catch {
    return undefined;
  }
}
