import { vouchedPhoneSchema, type VouchedPhone } from '../../../shared/protocol/phones';
import { jsonIn } from '../../../shared/text/boundedJson';
import type { Event } from '../emitter';
import type { Disposable } from '../lifetime';
import type { Log } from '../log';
import { newPrivateKey, signerOf, type Signer } from './signing';

/** The part of the editor's secret storage that is used. */
export interface Secrets {
  get(name: string): PromiseLike<string | undefined>;
  store(name: string, value: string): PromiseLike<void>;
  delete(name: string): PromiseLike<void>;
  readonly onDidChange: Event<{ readonly key: string }>;
}

const ownName = 'signingKey';
const acceptedName = 'acceptedKeys';
const phonesName = 'phoneKeys';
const removedName = 'removedPhones';

/** Maximum number of accepted editors; more than a person uses on one machine. */
const maxAccepted = 50;
/** Maximum number of phones: as many as a hub pairs, plus some that it no longer lists. */
const maxPhones = 40;
/** Maximum number of removed phones to remember, for editors that are closed meanwhile. */
const maxRemoved = 200;

/**
 * Keys that a hub should trust for an editor's person: the editor's own, and those that the person
 * accepted.
 */
export interface TrustedKeys {
  readonly publicKeys: readonly string[];
  readonly phones: readonly VouchedPhone[];
  /** Ids of removed phones; earlier acceptances of them are invalid. */
  readonly removed: readonly string[];
}

/**
 * The signing key that all windows of this editor share, and the public keys of editors and phones
 * that a person accepted here. All are stored only in the editor's secret storage.
 */
export class EditorKeys implements Disposable {
  private readonly watch: Disposable;
  private loaded: Promise<Signer> | undefined;
  /** Serializes changes, because concurrent ones would overwrite each other. */
  private changeQueue: Promise<void> = Promise.resolve();

  constructor(
    private readonly secrets: Secrets,
    private readonly log: Log,
  ) {
    this.watch = secrets.onDidChange(({ key }) => {
      if (key === ownName) this.loaded = undefined; // Another window has created or deleted it.
    });
  }

  dispose(): void {
    this.watch.dispose();
  }

  /**
   * The signer, created at its first use. Without secret storage it lasts as long as this window.
   */
  signer(): Promise<Signer> {
    return (this.loaded ??= this.load());
  }

  /** Reads the signer again, because another window may have created one at the same moment. */
  async readSignerAgain(): Promise<Signer> {
    const before = await this.signer();
    const stored = await this.read();
    if (stored !== undefined && stored.publicKey !== before.publicKey) {
      this.loaded = Promise.resolve(stored);
    }
    return this.signer();
  }

  /** Public keys of editors that this window's hub should accept. */
  async readKnownKeys(): Promise<readonly string[]> {
    const [{ publicKey }, accepted] = await Promise.all([this.signer(), this.readAccepted()]);
    return [publicKey, ...accepted];
  }

  /** Everything that this window's hub should trust. */
  async readTrusted(): Promise<TrustedKeys> {
    const [publicKeys, phones, removed] = await Promise.all([
      this.readKnownKeys(),
      this.phones(),
      this.removedPhones(),
    ]);
    return { publicKeys, phones, removed };
  }

  /** Accepts an editor's key for all hubs that this editor's windows start. */
  async accept(publicKey: string): Promise<void> {
    await this.change(acceptedName, textsIn, (accepted) => {
      const others = accepted.filter((one) => one !== publicKey);
      return [...others, publicKey].slice(-maxAccepted);
    });
  }

  /** Removes an accepted key; hubs started from now on do not trust that editor. */
  async deleteAccepted(publicKey: string): Promise<void> {
    await this.change(acceptedName, textsIn, (accepted) =>
      accepted.filter((one) => one !== publicKey),
    );
  }

  /**
   * Phones that a person accepted in this editor, with both of their keys. Entries of an earlier
   * version with only a signing key are ignored, so that the phone's code is compared again.
   */
  async phones(): Promise<readonly VouchedPhone[]> {
    return phonesIn(await this.readList(phonesName));
  }

  /** Stores an accepted phone, and removes it from the removed ones. */
  async storePhone(phone: VouchedPhone): Promise<void> {
    await this.change(removedName, textsIn, (removed) => removed.filter((id) => id !== phone.id));
    await this.change(phonesName, phonesIn, (phones) => {
      const others = phones.filter(({ id }) => id !== phone.id);
      return [...others, phone].slice(-maxPhones);
    });
  }

  /** Deletes a phone's acceptance; hubs started from now on do not trust the phone. */
  async deletePhone(id: string): Promise<void> {
    await this.change(phonesName, phonesIn, (phones) => phones.filter((one) => one.id !== id));
  }

  /** Ids of phones that a person has removed, here or in another editor. */
  async removedPhones(): Promise<readonly string[]> {
    return textsIn(await this.readList(removedName));
  }

  /** Removes a phone for all hubs that this editor's windows start or connect to. */
  async removePhone(id: string): Promise<void> {
    await this.change(removedName, textsIn, (removed) =>
      removed.includes(id) ? removed : [...removed, id].slice(-maxRemoved),
    );
    await this.deletePhone(id);
  }

  /** Deletes all keys, when the extension's data is removed. */
  async deleteAll(): Promise<void> {
    const names = [ownName, acceptedName, phonesName, removedName];
    await this.changeQueue;
    await Promise.all(names.map((name) => this.secrets.delete(name)));
    this.loaded = undefined;
  }

  private async load(): Promise<Signer> {
    const stored = await this.read();
    if (stored !== undefined) return stored;
    const created = newPrivateKey();
    try {
      await this.secrets.store(ownName, created);
      return (await this.read()) ?? signerOf(created);
    } catch (error) {
      this.log.warn(`The editor keeps no secrets: ${String(error)}`);
      return signerOf(created);
    }
  }

  private async read(): Promise<Signer | undefined> {
    try {
      const stored = await this.secrets.get(ownName);
      return stored === undefined ? undefined : signerOf(stored);
    } catch (error) {
      this.log.warn(`The signing key could not be read: ${String(error)}`);
      return undefined;
    }
  }

  private async readAccepted(): Promise<readonly string[]> {
    return textsIn(await this.readList(acceptedName));
  }

  /** Edits a stored list, after all earlier changes; an unchanged list is not stored. */
  private change<T>(
    name: string,
    parse: (stored: readonly unknown[]) => readonly T[],
    edit: (list: readonly T[]) => readonly T[],
  ): Promise<void> {
    const done = this.changeQueue.then(async () => {
      const before = parse(await this.readList(name));
      const after = JSON.stringify(edit(before));
      if (after !== JSON.stringify(before)) await this.secrets.store(name, after);
    });
    this.changeQueue = done.catch(() => undefined);
    return done;
  }

  private async readList(name: string): Promise<readonly unknown[]> {
    try {
      const stored = jsonIn((await this.secrets.get(name)) ?? '[]');
      return Array.isArray(stored) ? stored : [];
    } catch {
      return [];
    }
  }
}

function textsIn(stored: readonly unknown[]): readonly string[] {
  return stored.filter((one) => typeof one === 'string');
}

function phonesIn(stored: readonly unknown[]): readonly VouchedPhone[] {
  return stored.flatMap((one) => {
    const phone = vouchedPhoneSchema.safeParse(one);
    return phone.success ? [phone.data] : [];
  });
}

/** Secrets in memory, for the lifetime of the process. */
export function secretsInMemory(): Secrets {
  const stored = new Map<string, string>();
  return {
    get: (name) => Promise.resolve(stored.get(name)),
    store: (name, value) => Promise.resolve(void stored.set(name, value)),
    delete: (name) => Promise.resolve(void stored.delete(name)),
    onDidChange: () => ({ dispose: () => undefined }),
  };
}
