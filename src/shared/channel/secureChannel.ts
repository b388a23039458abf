import { decodeText, utf8, type Bytes } from './bytes';
import type { Cipher } from './symmetricState';

const nothing: Bytes = new Uint8Array();

/**
 * Texts between a phone and a hub after their handshake. Each is sealed as the next one of its
 * direction: what was changed, repeated, left out or put in another order cannot be opened, and
 * nothing after it.
 */
export class SecureChannel {
  private sealing: Promise<unknown> = Promise.resolve();
  private opening: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly outgoing: Cipher,
    private readonly incoming: Cipher,
    /** Names the handshake: both ends have the same, and nobody in between can bring it about. */
    readonly fingerprint: Bytes,
  ) {}

  /** Seals in the order of the calls. */
  seal(text: string): Promise<Bytes> {
    const sealed = this.sealing.then(() => this.outgoing.seal(utf8(text), nothing));
    this.sealing = sealed;
    return sealed;
  }

  /** Opens in the order of the calls; rejects from the first that cannot be opened on. */
  open(sealed: Bytes): Promise<string> {
    const text = this.opening.then(async () =>
      decodeText(await this.incoming.open(sealed, nothing)),
    );
    this.opening = text;
    return text;
  }
}
