import { vouchedPhoneSchema, type VouchedPhone } from '../../shared/protocol/phones';
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
const removedName = 'removedPhones';

/** More editors than one person confirms on one machine. */
const maxAccepted = 50;
/** As many phones as a hub pairs, and some that it forgot. */
const maxPhones = 40;
/** More than a person removes while an editor that knows one of them is closed. */
const maxRemoved = 200;

/** What a hub is told of the persons at an editor: whom they are, and whom they have accepted. */
export interface BelievedByEditor {
  readonly publicKeys: readonly string[];
  readonly phones: readonly VouchedPhone[];
  /** Ids of the phones that were removed: what anybody knew of them before counts no more. */
  readonly removed: readonly string[];
}

/**
 * The key that all windows of this editor sign with, and the public keys of other editors and of
 * phones that a person accepted here. All lie in the editor's own store of secrets, and nowhere else.
 */
export class EditorKeys implements Disposable {
  private readonly watch: Disposable;
  private loaded: Promise<Signer> | undefined;
  /** Settles with the last change: two at a time would each store what they read before the other. */
  private changed: Promise<void> = Promise.resolve();

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

  /** The public keys of editors that a hub of this window is to know. */
  async known(): Promise<readonly string[]> {
    const [{ publicKey }, accepted] = await Promise.all([this.signer(), this.accepted()]);
    return [publicKey, ...accepted];
  }

  /** All that a hub of this window is to believe. */
  async believed(): Promise<BelievedByEditor> {
    const [publicKeys, phones, removed] = await Promise.all([
      this.known(),
      this.phones(),
      this.removedPhones(),
    ]);
    return { publicKeys, phones, removed };
  }

  /** Kept, for each hub that a window of this editor starts. */
  async accept(publicKey: string): Promise<void> {
    await this.change(acceptedName, textsIn, (accepted) => {
      const others = accepted.filter((one) => one !== publicKey);
      return [...others, publicKey].slice(-maxAccepted);
    });
  }

  /** No hub that a window of this editor starts from now on believes that editor. */
  async forgetAccepted(publicKey: string): Promise<void> {
    await this.change(acceptedName, textsIn, (accepted) =>
      accepted.filter((one) => one !== publicKey),
    );
  }

  /**
   * The phones that a person accepted in this editor, each with the keys that it had. A signing key
   * alone, as an earlier version kept it, vouches for no phone: its code is compared once more.
   */
  async phones(): Promise<readonly VouchedPhone[]> {
    return phonesIn(await this.kept(phonesName));
  }

  /** Kept as the key of another editor is. A phone that a person accepts again is no longer removed. */
  async keepPhone(phone: VouchedPhone): Promise<void> {
    await this.change(removedName, textsIn, (removed) => removed.filter((id) => id !== phone.id));
    await this.change(phonesName, phonesIn, (phones) => {
      const others = phones.filter(({ id }) => id !== phone.id);
      return [...others, phone].slice(-maxPhones);
    });
  }

  /** No hub that a window of this editor starts from now on believes the phone. */
  async forgetPhone(id: string): Promise<void> {
    await this.change(phonesName, phonesIn, (phones) => phones.filter((one) => one.id !== id));
  }

  /** The ids of phones that a person has removed, here or in another editor. */
  async removedPhones(): Promise<readonly string[]> {
    return textsIn(await this.kept(removedName));
  }

  /** No hub that a window of this editor starts or meets believes the phone any more. */
  async removePhone(id: string): Promise<void> {
    await this.change(removedName, textsIn, (removed) =>
      removed.includes(id) ? removed : [...removed, id].slice(-maxRemoved),
    );
    await this.forgetPhone(id);
  }

  /** Deletes the keys together with everything else that the extension keeps. */
  async forget(): Promise<void> {
    const names = [ownName, acceptedName, phonesName, removedName];
    await this.changed;
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

  private async accepted(): Promise<readonly string[]> {
    return textsIn(await this.kept(acceptedName));
  }

  /** Stores the list with an edit, after all changes that were begun before; one that changes nothing is not stored. */
  private change<T>(
    name: string,
    parse: (kept: readonly unknown[]) => readonly T[],
    edit: (list: readonly T[]) => readonly T[],
  ): Promise<void> {
    const done = this.changed.then(async () => {
      const before = parse(await this.kept(name));
      const after = JSON.stringify(edit(before));
      if (after !== JSON.stringify(before)) await this.secrets.store(name, after);
    });
    this.changed = done.catch(() => undefined);
    return done;
  }

  private async kept(name: string): Promise<readonly unknown[]> {
    try {
      const kept = jsonIn((await this.secrets.get(name)) ?? '[]');
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }
}

function textsIn(kept: readonly unknown[]): readonly string[] {
  return kept.filter((one) => typeof one === 'string');
}

function phonesIn(kept: readonly unknown[]): readonly VouchedPhone[] {
  return kept.flatMap((one) => {
    const phone = vouchedPhoneSchema.safeParse(one);
    return phone.success ? [phone.data] : [];
  });
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
