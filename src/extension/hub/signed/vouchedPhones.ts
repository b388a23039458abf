import { keyStanding, type KeyStanding } from '../../util/keyStanding';
import type { PhonesNews, VouchedPhone } from '../../../shared/protocol/phones';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';

type Listed = Pick<VouchedPhone, 'id' | 'signingKey' | 'agreementKey' | 'scope'>;

/** As many as an editor keeps. */
const maxRemoved = 200;

/**
 * The phones that persons have accepted, by their keys. As with `KnownKeys` they are handed over in
 * memory: the list of phones on the disk can be written by any program of the user.
 */
export class VouchedPhones implements Disposable {
  /** Those of the editor that started this hub. */
  private handed: ReadonlyMap<string, VouchedPhone> = new Map();
  /** Those that were accepted at this hub. */
  private readonly accepted = new Map<string, VouchedPhone>();
  private readonly refuted = new Set<string>();
  /** Ids of removed phones. Each pairing has a new id: what is said of one of these is older. */
  private readonly gone = new Set<string>();
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;

  /** Takes those of an editor, in place of those that it handed over before, and those that were removed there. */
  hand(phones: readonly VouchedPhone[], removed: readonly string[] = []): void {
    for (const id of removed) this.remove(id);
    this.handed = new Map(phones.map((phone) => [phone.id, phone]));
    this.changes.fire();
  }

  /** A person has just compared its code, or an editor knows it. */
  accept({ id, signingKey, agreementKey, scope }: VouchedPhone): void {
    this.accepted.set(id, { id, signingKey, agreementKey, scope });
    this.changes.fire();
  }

  /** An editor knows the phone by other keys than the list has, or it has shown others itself. */
  refute(id: string): void {
    if (this.refuted.has(id)) return;
    this.refuted.add(id);
    this.changes.fire();
  }

  /** A person has removed the phone. */
  remove(id: string): void {
    this.gone.add(id);
    this.accepted.delete(id);
    this.refuted.delete(id);
  }

  get news(): Pick<PhonesNews, 'removed'> {
    return this.gone.size === 0 ? {} : { removed: [...this.gone].slice(-maxRemoved) };
  }

  isRemoved(id: string): boolean {
    return this.gone.has(id);
  }

  standingOf(listed: Listed): KeyStanding {
    const { id } = listed;
    if (this.gone.has(id)) return 'unknown';
    if (this.refuted.has(id)) return 'changed';
    const all = [this.handed.get(id), this.accepted.get(id)].map((one) => keyStanding(one, listed));
    return all.find((one) => one !== 'unknown') ?? 'unknown';
  }

  /** Whether a person let the phone answer, by these very keys, and nobody has taken it back. */
  mayAnswer(listed: Listed): boolean {
    if (listed.scope !== 'answer' || this.standingOf(listed) !== 'vouched') return false;
    // What was said here is newer than what its editor handed over.
    const { id } = listed;
    return (this.accepted.get(id) ?? this.handed.get(id))?.scope === 'answer';
  }

  dispose(): void {
    this.changes.dispose();
  }
}
