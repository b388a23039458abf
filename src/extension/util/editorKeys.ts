import { jsonIn } from '../../shared/text/boundedJson';
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
const phonesName = 'phoneKeys';

/** More editors than one person confirms on one machine. */
const maxAccepted = 50;
/** As many phones as a hub pairs, and some that it forgot. */
const maxPhones = 40;

/**
 * The key that all windows of this editor sign with, and the public keys of other editors and of
 * phones that a person accepted here. All lie in the editor's own store of secrets, and nowhere else.
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
    const [{ publicKey }, accepted, phones] = await Promise.all([
      this.signer(),
      this.kept(acceptedName),
      this.phones(),
    ]);
    return [publicKey, ...accepted, ...phones];
  }

  /** Kept, for each hub that a window of this editor starts. */
  async accept(publicKey: string): Promise<void> {
    await this.keep(acceptedName, publicKey, maxAccepted);
  }

  /** No hub that a window of this editor starts from now on believes that editor. */
  async forgetAccepted(publicKey: string): Promise<void> {
    await this.forgetKept(acceptedName, publicKey);
  }

  /** The signing keys of phones that may answer, by the word of a person in this editor. */
  phones(): Promise<readonly string[]> {
    return this.kept(phonesName);
  }

  /** Kept as the key of another editor is. */
  async acceptPhone(signingKey: string): Promise<void> {
    await this.keep(phonesName, signingKey, maxPhones);
  }

  /** No hub that a window of this editor starts from now on believes the phone. */
  async forgetPhone(signingKey: string): Promise<void> {
    await this.forgetKept(phonesName, signingKey);
  }

  /** Deletes the keys together with everything else that the extension keeps. */
  async forget(): Promise<void> {
    const names = [ownName, acceptedName, phonesName];
    await Promise.all(names.map((name) => this.secrets.delete(name)));
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

  private async keep(name: string, publicKey: string, most: number): Promise<void> {
    const others = (await this.kept(name)).filter((one) => one !== publicKey);
    await this.secrets.store(name, JSON.stringify([...others, publicKey].slice(-most)));
  }

  private async forgetKept(name: string, publicKey: string): Promise<void> {
    const kept = await this.kept(name);
    const others = kept.filter((one) => one !== publicKey);
    if (others.length < kept.length) await this.secrets.store(name, JSON.stringify(others));
  }

  private async kept(name: string): Promise<readonly string[]> {
    try {
      const kept = jsonIn((await this.secrets.get(name)) ?? '[]');
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
