import { toBase64Url, utf8 } from '../../../shared/channel/bytes';
import { signature, type KeyPair } from '../../../shared/channel/keys';
import { sha256 } from '../../../shared/channel/symmetricState';
import { randomBytes } from '../../../shared/channel/webCrypto';
import type { SignedCall } from '../../../shared/phone/signedCall';
import type { Seal } from '../../../shared/protocol/keys';
// oxlint-disable-next-line no-restricted-imports -- the imported module contains no schema
import { lineChannel, statementText } from '../../../shared/protocol/signed';

/** Name and clock of a hub, as the hub sent them. */
export interface HubTime {
  /** Name of the running hub. */
  readonly hub: string;
  /** The hub's clock minus this phone's, in ms. */
  readonly aheadMs: number;
}

/**
 * Signs a call for the person at this phone, with the hub's clock, because the phone's may be
 * wrong.
 */
export async function createSeal(
  { act, session, body, ...there }: SignedCall,
  { privateKey, publicKey }: KeyPair,
  time: HubTime,
  /** Name of the connection through which the call is sent. */
  channel: string,
): Promise<Seal> {
  const key = toBase64Url(await sha256(publicKey));
  const { hub = time.hub, line } = there;
  const at = Math.round(Date.now() + time.aheadMs + there.aheadMs);
  const nonce = toBase64Url(randomBytes(16));
  const channels = [channel, ...(line === undefined ? [] : [lineChannel(line)])];
  const text = statementText({ act, hub, session, key, at, nonce, channels, body });
  const signed = toBase64Url(await signature(privateKey, utf8(text)));
  return { key, at, nonce, channels, signature: signed };
}
