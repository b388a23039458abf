import type { MementoStore } from '../../../src/extension/views/board/arrangements';

/** A memento of the editor, in memory. */
export class FakeKeeper implements MementoStore {
  readonly kept = new Map<string, unknown>();

  get(key: string): unknown {
    return this.kept.get(key);
  }

  update(key: string, value: unknown): Promise<void> {
    this.kept.set(key, value);
    return Promise.resolve();
  }
}
