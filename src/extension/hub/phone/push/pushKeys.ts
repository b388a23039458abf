import { parseJson } from '../../../../shared/text/boundedJson';
import { fieldsOf } from '../../../../shared/text/fields';
import type { PrivateFolder } from '../../../util/files/privateFolder';
import type { SetAside } from '../../../util/files/safeFile';
import { newPrivateKey, signerOf, type Signer } from '../../../util/signing';
import { keptSecret } from '../../store/keptSecret';

export const pushKeysFile = 'push-keys.json';

/** Contact for push services. Some services silently refuse a push whose contact is not a real address. */
const contact =
  'https://marketplace.visualstudio.com/items?itemName=mission-control.mission-control-for-claude-code';

/** Lifetime of a token in ms: services refuse more than a day. */
const tokenMs = 12 * 60 * 60_000;

/**
 * Loads the key by which push services know a config home's hub, the same over all starts. Rejects
 * with `NotKept` if it can't be created.
 */
export function pushSignerIn(
  folder: PrivateFolder,
  onSetAside: (aside: SetAside) => void,
): Promise<Signer> {
  const make = (): string => JSON.stringify({ privateKey: newPrivateKey() });
  return keptSecret({ folder, name: pushKeysFile, read: signerIn, make, onSetAside });
}

/** Returns the header that authenticates a push at an origin (VAPID, RFC 8292). */
export function authorization(signer: Signer, origin: string, now: number): string {
  const claims = { aud: origin, exp: Math.floor((now + tokenMs) / 1_000), sub: contact };
  const said = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `vapid t=${said}.${signer.sign(said)}, k=${signer.publicKey}`;
}

function signerIn(text: string): Signer | undefined {
  try {
    return signerOf(String(fieldsOf(parseJson(text))['privateKey']));
  } catch {
    return undefined;
  }
}
