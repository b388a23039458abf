import { parseJson } from '../../../../shared/text/boundedJson';
import { fieldsOf } from '../../../../shared/text/fields';
import type { PrivateFolder } from '../../../util/files/privateFolder';
import { newPrivateKey, signerOf, type Signer } from '../../../util/signing';

export const pushKeysFile = 'push-keys.json';

/**
 * Whom a push service may ask about these pushes. Some refuse one that is no real address, and then
 * say so to nobody.
 */
const contact =
  'https://marketplace.visualstudio.com/items?itemName=mission-control.mission-control-for-claude-code';

/** Life of a token, in ms: a service refuses one of more than a day. */
const tokenMs = 12 * 60 * 60_000;

/** The key by which push services know the hub of a config home, over all its starts. */
export async function pushSignerIn(folder: PrivateFolder): Promise<Signer> {
  const kept = await folder.readPrivate(pushKeysFile);
  const signer = kept === undefined ? undefined : signerIn(kept);
  if (signer !== undefined) return signer;
  await folder.setAside(pushKeysFile);
  const text = JSON.stringify({ privateKey: newPrivateKey() });
  const there = signerIn(await folder.writeOnce(pushKeysFile, text));
  if (there === undefined) throw new Error(`${folder.file(pushKeysFile)} holds no key`);
  return there;
}

/** The header by which a service at that origin believes a push (VAPID, RFC 8292). */
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
