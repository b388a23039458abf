import { compareKeys, type KeyStatus } from '../../util/keys/compareKeys';
import type { PhonesNews, VouchedPhone } from '../../../shared/protocol/phones';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';

type ListedPhone = Pick<VouchedPhone, 'id' | 'signingKey' | 'agreementKey' | 'scope'>;

/** Maximum number of reported ids, as many as an editor stores. */
const maxRemoved = 200;

/**
 * The phones that people have accepted, with their keys. Like `KnownKeys` they exist only in
 * memory, since any program of the user can change the list of phones on the disk.
 */
export class VouchedPhones implements Disposable {
  /** Phones that the editor knows that started this hub. */
  private editorPhones: ReadonlyMap<string, VouchedPhone> = new Map();
  /** Phones that were accepted at this hub. */
  private readonly accepted = new Map<string, VouchedPhone>();
  /** Ids of phones whose keys changed; see `markChanged`. */
  private readonly changedIds = new Set<string>();
  /** Ids of removed phones. Each pairing has a new id, so these ids never become valid again. */
  private readonly removedIds = new Set<string>();
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;

  /** Replaces the phones that an editor sent earlier, and adds those that were removed there. */
  replaceFromEditor(phones: readonly VouchedPhone[], removed: readonly string[] = []): void {
    for (const id of removed) this.remove(id);
    this.editorPhones = new Map(phones.map((phone) => [phone.id, phone]));
    this.changes.fire();
  }

  /** Records a phone that a person has just confirmed, or that an editor knows. */
  accept({ id, signingKey, agreementKey, scope }: VouchedPhone): void {
    this.accepted.set(id, { id, signingKey, agreementKey, scope });
    this.changes.fire();
  }

  /**
   * Records that a phone's keys differ from those in the list: an editor knows other keys, or the
   * phone itself has used other keys.
   */
  markChanged(id: string): void {
    if (this.changedIds.has(id)) return;
    this.changedIds.add(id);
    this.changes.fire();
  }

  /** Records that a person removed the phone. */
  remove(id: string): void {
    this.removedIds.add(id);
    this.accepted.delete(id);
    this.changedIds.delete(id);
  }

  get news(): Pick<PhonesNews, 'removed'> {
    return this.removedIds.size === 0 ? {} : { removed: [...this.removedIds].slice(-maxRemoved) };
  }

  isRemoved(id: string): boolean {
    return this.removedIds.has(id);
  }

  keyStatus(listed: ListedPhone): KeyStatus {
    const { id } = listed;
    if (this.removedIds.has(id)) return 'unknown';
    if (this.changedIds.has(id)) return 'changed';
    const all = [this.editorPhones.get(id), this.accepted.get(id)].map((one) =>
      compareKeys(one, listed),
    );
    return all.find((one) => one !== 'unknown') ?? 'unknown';
  }

  /**
   * True if a person allowed the phone with exactly these keys to answer, and nobody revoked it.
   */
  mayAnswer(listed: ListedPhone): boolean {
    if (listed.scope !== 'answer' || this.keyStatus(listed) !== 'vouched') return false;
    // Keys accepted by this hub are newer than those that the editor sent.
    const { id } = listed;
    return (this.accepted.get(id) ?? this.editorPhones.get(id))?.scope === 'answer';
  }

  dispose(): void {
    this.changes.dispose();
  }
}
