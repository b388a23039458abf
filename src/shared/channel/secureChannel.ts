import { decodeText, utf8, type Bytes } from './bytes';
import type { Cipher } from './symmetricState';

const nothing: Bytes = new Uint8Array();

/**
 * Encrypted texts between a phone and a hub after their handshake. Each text is sealed with the
 * next nonce of its direction, so a text that was changed, repeated, dropped or reordered can't be
 * opened, nor can any text after it.
 */
export class SecureChannel {
  private sealing: Promise<unknown> = Promise.resolve();
  private opening: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly outgoing: Cipher,
    private readonly incoming: Cipher,
    /** Hash of the handshake, equal at both ends; no third party can produce it. */
    readonly fingerprint: Bytes,
  ) {}

  /** Seals texts in the order of the calls. */
  seal(text: string): Promise<Bytes> {
    const sealed = this.sealing.then(() => this.outgoing.seal(utf8(text), nothing));
    this.sealing = sealed;
    return sealed;
  }

  /** Opens texts in the order of the calls; after the first failure it always rejects. */
  open(sealed: Bytes): Promise<string> {
    const text = this.opening.then(async () =>
      decodeText(await this.incoming.open(sealed, nothing)),
    );
    this.opening = text;
    return text;
  }
}
