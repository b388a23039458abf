import type { KeyObject } from 'node:crypto';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import { keyName, verifyingKey } from '../../util/keys/signing';

/** Maximum number of keys, many more than one person's editors and devices have. */
const maxKeys = 100;

/**
 * The public keys whose signatures are valid at this hub. They come in memory from the window that
 * started the hub or from a confirmed window, and are never read from a file.
 */
export class KnownKeys implements Disposable {
  private readonly keys = new Map<string, KeyObject>();
  private readonly texts = new Map<string, string>();
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;
  /** Incremented with each change, which may invalidate earlier results. */
  version = 0;

  constructor(publicKeys: readonly string[] = []) {
    this.add(publicKeys);
  }

  get names(): readonly string[] {
    return [...this.keys.keys()];
  }

  /** The keys' texts as they were received. */
  get publicKeys(): readonly string[] {
    return [...this.texts.values()];
  }

  get(name: string): KeyObject | undefined {
    return this.keys.get(name);
  }

  /** Adds keys; invalid ones are ignored. */
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

  /** Removes keys; nothing that they signed is valid any more, earlier signatures included. */
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
