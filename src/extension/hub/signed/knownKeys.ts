import type { KeyObject } from 'node:crypto';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import { keyName, verifyingKey } from '../../util/signing';

/** Far beyond the editors and devices of one person. */
const maxKeys = 100;

/**
 * The public keys whose signatures count at this hub. They are handed to it in memory, by the window
 * that started it or by one that a person confirmed, and never read from a file.
 */
export class KnownKeys implements Disposable {
  private readonly keys = new Map<string, KeyObject>();
  private readonly texts = new Map<string, string>();
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;
  /** Raised with each change: what was judged before may be judged otherwise. */
  version = 0;

  constructor(publicKeys: readonly string[] = []) {
    this.add(publicKeys);
  }

  get names(): readonly string[] {
    return [...this.keys.keys()];
  }

  /** As they were handed over. */
  get publicKeys(): readonly string[] {
    return [...this.texts.values()];
  }

  get(name: string): KeyObject | undefined {
    return this.keys.get(name);
  }

  /** Adds keys; a text that is no key is passed over. */
  add(publicKeys: readonly string[]): void {
    const before = this.keys.size;
    for (const publicKey of publicKeys) {
      const key = verifyingKey(publicKey);
      if (key === undefined || this.keys.size >= maxKeys) continue;
      this.keys.set(keyName(publicKey), key);
      this.texts.set(keyName(publicKey), publicKey);
    }
    if (this.keys.size === before) return;
    this.version += 1;
    this.changes.fire();
  }

  /** From now on nothing counts that they have signed, what they signed before included. */
  remove(publicKeys: readonly string[]): void {
    const before = this.keys.size;
    for (const publicKey of publicKeys) {
      this.keys.delete(keyName(publicKey));
      this.texts.delete(keyName(publicKey));
    }
    if (this.keys.size === before) return;
    this.version += 1;
    this.changes.fire();
  }

  dispose(): void {
    this.changes.dispose();
  }
}
