import type { Event } from './emitter';
import type { Disposable } from './lifetime';
import type { Log } from './log';
import { newPrivateKey, signerOf, type Signer } from './signing';

/** Where an editor keeps secrets: its own store, as far as it is needed here. */
export interface Secrets {
  get(name: string): PromiseLike<string | undefined>;
  store(name: string, value: string): PromiseLike<void>;
  delete(name: string): PromiseLike<void>;
  readonly onDidChange: Event<{ readonly key: string }>;
}

const ownName = 'signingKey';
const acceptedName = 'acceptedKeys';

/** More editors than one person confirms on one machine. */
const maxAccepted = 50;

/**
 * The key that all windows of this editor sign with, and the public keys of other editors that a
 * person accepted here. Both lie in the editor's own store of secrets, and nowhere else.
 */
export class EditorKeys implements Disposable {
  private readonly watch: Disposable;
  private loaded: Promise<Signer> | undefined;

  constructor(
    private readonly secrets: Secrets,
    private readonly log: Log,
  ) {
    this.watch = secrets.onDidChange(({ key }) => {
      if (key === ownName) this.loaded = undefined; // Another window has made it, or removed it.
    });
  }

  dispose(): void {
    this.watch.dispose();
  }

  /** The signer, made at its first use. Where the editor keeps no secrets, it lasts as long as this window. */
  signer(): Promise<Signer> {
    return (this.loaded ??= this.load());
  }

  /** Reads the signer anew: another window of this editor may have made one at the same moment. */
  async again(): Promise<Signer> {
    const before = await this.signer();
    const kept = await this.read();
    if (kept !== undefined && kept.publicKey !== before.publicKey) {
      this.loaded = Promise.resolve(kept);
    }
    return this.signer();
  }

  /** The public keys that a hub of this window is to know. */
  async known(): Promise<readonly string[]> {
    const [{ publicKey }, accepted] = await Promise.all([this.signer(), this.accepted()]);
    return [publicKey, ...accepted];
  }

  /** Kept, for each hub that a window of this editor starts. */
  async accept(publicKey: string): Promise<void> {
    const others = (await this.accepted()).filter((one) => one !== publicKey);
    const kept = [...others, publicKey].slice(-maxAccepted);
    await this.secrets.store(acceptedName, JSON.stringify(kept));
  }

  /** Forgets a public key that was accepted; later hubs do not know it. */
  async drop(publicKey: string): Promise<void> {
    const accepted = await this.accepted();
    const kept = accepted.filter((one) => one !== publicKey);
    if (kept.length === accepted.length) return;
    await this.secrets.store(acceptedName, JSON.stringify(kept));
  }

  /** Deletes the keys together with everything else that the extension keeps. */
  async forget(): Promise<void> {
    await Promise.all([this.secrets.delete(ownName), this.secrets.delete(acceptedName)]);
    this.loaded = undefined;
  }

  private async load(): Promise<Signer> {
    const kept = await this.read();
    if (kept !== undefined) return kept;
    const made = newPrivateKey();
    try {
      await this.secrets.store(ownName, made);
      return (await this.read()) ?? signerOf(made);
    } catch (error) {
      this.log.warn(`The editor keeps no secrets: ${String(error)}`);
      return signerOf(made);
    }
  }

  private async read(): Promise<Signer | undefined> {
    try {
      const kept = await this.secrets.get(ownName);
      return kept === undefined ? undefined : signerOf(kept);
    } catch (error) {
      this.log.warn(`The signing key could not be read: ${String(error)}`);
      return undefined;
    }
  }

  private async accepted(): Promise<readonly string[]> {
    try {
      const kept: unknown = JSON.parse((await this.secrets.get(acceptedName)) ?? '[]');
      return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
    } catch {
      return [];
    }
  }
}

/** Secrets that last as long as the process. */
export function secretsInMemory(): Secrets {
  const kept = new Map<string, string>();
  return {
    get: (name) => Promise.resolve(kept.get(name)),
    store: (name, value) => Promise.resolve(void kept.set(name, value)),
    delete: (name) => Promise.resolve(void kept.delete(name)),
    onDidChange: () => ({ dispose: () => undefined }),
  };
}
