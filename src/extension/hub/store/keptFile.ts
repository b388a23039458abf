import { Coalescer } from '../../util/coalesce';
import { kept, NotKept, type Kept } from '../../util/files/kept';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { SafeFile, type SafeRead } from '../../util/files/safeFile';

/** Delay in ms before a revocation that the disk refused is written again. */
const retryMs = 5_000;

export interface KeptFileParts<T> {
  readonly folder: Pick<
    PrivateFolder,
    'file' | 'readBytes' | 'write' | 'writeInPlace' | 'setAside'
  >;
  readonly name: string;
  readonly parse: (text: string) => SafeRead<T>;
  /** Merges what was kept into memory; what this hub was told by then counts more. */
  readonly adopt: (value: T) => void;
  /** Value in memory, all of which is to be kept. */
  readonly value: () => T;
  readonly text: (value: T) => string;
  /** Gets a `SetAside` where the file could not be read. */
  readonly onError: (error: unknown) => void;
}

/** Computes a value from the one before, which it leaves unchanged. May run more than once, also on its own result. */
export type Edit<T> = (value: T) => T;

interface Pending<T> {
  readonly edit: Edit<T>;
  /** Applies the edit to memory once it is on the disk, also where `isApplied`. */
  readonly apply: () => void;
  /** True where memory has the edit already; a change that came before must not undo it. */
  readonly isApplied?: boolean;
  readonly isRevocation?: boolean;
  readonly resolve: (result: Kept) => void;
  readonly reject: (error: NotKept) => void;
}

/**
 * A small file that keeps over restarts what a hub was told. It is written after each change and at
 * no other time: a hub that ends late would put back what the next one has changed by then. Changes
 * that arrive during a write share the next one.
 */
export class KeptFile<T> {
  private isChanged = false;
  private wasAdopted = false;
  private pending: Pending<T>[] = [];
  private retry: NodeJS.Timeout | undefined;
  /** Revocations that the disk still refuses. */
  private readonly owed: Edit<T>[] = [];
  private readonly file: SafeFile<T>;
  private readonly writes = new Coalescer(() => this.write());

  constructor(private readonly parts: KeptFileParts<T>) {
    const { folder, name, parse, onError } = parts;
    this.file = new SafeFile({ folder, name, parse, onSetAside: onError });
  }

  /** True once the content of the file, if there was any, is merged into memory. */
  get isAdopted(): boolean {
    return this.wasAdopted;
  }

  /** Never rejects; a file that cannot be read for now is read before the first change is written. */
  async load(): Promise<void> {
    if (this.wasAdopted) return;
    try {
      if (!(await this.read())) await this.note();
    } catch (error) {
      this.parts.onError(error);
    }
  }

  /**
   * Writes what the hub observed, which memory has already. Never rejects; settles when it is on the
   * disk or the disk refused it, and then it is written with the next change.
   */
  note(): Promise<void> {
    this.isChanged = true;
    return this.writes.run();
  }

  /** Makes a change that is acknowledged: first on the disk, then in memory. Rejects with `NotKept` and changes nothing. */
  change(edit: Edit<T>, apply: () => void): Promise<Kept> {
    return this.enqueue({ edit, apply });
  }

  /** Writes a change that memory has already. Rejects with `NotKept`; memory keeps the change. */
  persist(edit: Edit<T>, apply: () => void): Promise<Kept> {
    this.isChanged = true;
    return this.enqueue({ edit, apply, isApplied: true });
  }

  /**
   * Writes that rights were taken away, which memory has already. A full disk cannot prevent it: the
   * file is then overwritten in place, or set aside. Rejects with `NotKept` where even that fails,
   * and tries again until it succeeds.
   */
  revoke(edit: Edit<T>, apply: () => void): Promise<Kept> {
    this.isChanged = true;
    return this.enqueue({ edit, apply, isApplied: true, isRevocation: true });
  }

  /** Settles when everything is on the disk, or cannot be. */
  async flush(): Promise<void> {
    await this.writes.run();
    clearTimeout(this.retry);
  }

  private enqueue(change: Omit<Pending<T>, 'resolve' | 'reject'>): Promise<Kept> {
    return new Promise((resolve, reject) => {
      this.pending.push({ ...change, resolve, reject });
      void this.writes.run();
    });
  }

  /** False where only a part of it is left, in memory alone. */
  private async read(): Promise<boolean> {
    const { value, isWhole } = await this.file.read();
    // Only once: memory would get back what was removed since.
    if (value !== undefined && !this.wasAdopted) this.parts.adopt(value);
    this.wasAdopted = true;
    return isWhole || value === undefined;
  }

  private async write(): Promise<void> {
    if (!this.isChanged && this.pending.length === 0) return;
    const { parts, file, isChanged } = this;
    this.isChanged = false;
    const changes = this.pending.splice(0);
    try {
      if (!file.isRead) await this.read();
      // Taken after the read, which merges the file into memory.
      const value = changes.reduce((before, { edit }) => edit(before), parts.value());
      await file.write(parts.text(value));
    } catch (error) {
      this.isChanged ||= isChanged;
      parts.onError(error);
      return this.refuse(changes, error);
    }
    this.settleOwed();
    for (const { apply } of changes) apply();
    // Those that came during the write are newer than what it changed.
    for (const { apply, isApplied } of this.pending) if (isApplied === true) apply();
    for (const { resolve } of changes) resolve(kept);
  }

  /** The file grants no more than memory does. */
  private settleOwed(): void {
    this.owed.length = 0;
    clearTimeout(this.retry);
    this.retry = undefined;
  }

  private async refuse(changes: readonly Pending<T>[], cause: unknown): Promise<void> {
    const revocations = changes.filter(({ isRevocation }) => isRevocation);
    this.owed.push(...revocations.map(({ edit }) => edit));
    const isRevoked = this.owed.length > 0 && (await this.revokeInPlace(this.owed));
    if (isRevoked) this.settleOwed();
    for (const { isRevocation = false, resolve, reject } of changes) {
      if (isRevocation && isRevoked) resolve(kept);
      else reject(new NotKept(this.parts.name, cause, isRevocation));
    }
    if (this.owed.length === 0) return;
    this.retry ??= setTimeout(() => {
      this.retry = undefined;
      void this.note();
    }, retryMs).unref();
  }

  /** Takes rights out of the file by means that need no room on the disk. False where the file still grants them. */
  private async revokeInPlace(edits: readonly Edit<T>[]): Promise<boolean> {
    const { parts, file } = this;
    try {
      const { value } = await file.read();
      // What was damaged is set aside by then, and grants nothing.
      if (value === undefined) return true;
      const less = edits.reduce((before: T, edit) => edit(before), value);
      await file.writeInPlace(parts.text(less));
      return true;
    } catch (error) {
      parts.onError(error);
      return false;
    }
  }
}
