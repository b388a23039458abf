import { Coalescer } from '../../util/coalesce';
import { savedResult, NotSavedError, type SavedResult } from '../../util/files/savedResult';
import type { KeptFileName } from './keptFiles';
import { SafeFile, type SafeFileParts, type SafeRead } from '../../util/files/safeFile';

/** Delay in ms before a revocation that the disk refused is written again. */
const retryMs = 5_000;

export interface KeptFileParts<T> {
  readonly folder: SafeFileParts<T>['folder'];
  readonly name: KeptFileName;
  readonly parse: (text: string) => SafeRead<T>;
  /**
   * Merges the stored value into memory; what is not on the disk yet takes precedence. Called when
   * the file is first read, and before each write if another hub has written it since.
   */
  readonly adopt: (value: T, isFirst: boolean) => void;
  /** Value in memory, all of which must be stored. */
  readonly value: () => T;
  readonly text: (value: T) => string;
  /** Called when the last result of `value` is on the disk. */
  readonly onWritten?: () => void;
  /** Receives errors; a `SetAside` if the file could not be read. */
  readonly onError: (error: unknown) => void;
}

/**
 * Computes a value from the previous one without modifying it. May run more than once, also on its
 * own result.
 */
export type Edit<T> = (value: T) => T;

interface Pending<T> {
  readonly edit: Edit<T>;
  /** Applies the edit to memory once it is on the disk, also if `isApplied`. */
  readonly apply: () => void;
  /** True if memory already has the edit; an earlier change must not undo it. */
  readonly isApplied?: boolean;
  readonly isRevocation?: boolean;
  readonly resolve: (result: SavedResult) => void;
  readonly reject: (error: NotSavedError) => void;
}

/**
 * A small file that stores a value of the hub over restarts. It is written only after changes: a
 * hub that ends late would otherwise revert what the next hub has changed meanwhile. Hubs of other
 * hosts may write the same file, so its content is merged before each write. Changes that arrive
 * during a write share the next one.
 */
export class KeptFile<T> {
  private isChanged = false;
  private wasAdopted = false;
  private pending: Pending<T>[] = [];
  private retry: NodeJS.Timeout | undefined;
  /** Revocations that could not be written yet. */
  private readonly unwrittenRevocations: Edit<T>[] = [];
  private readonly file: SafeFile<T>;
  private readonly writes = new Coalescer(() => this.write());

  constructor(private readonly parts: KeptFileParts<T>) {
    const { folder, name, parse, onError } = parts;
    this.file = new SafeFile({ folder, name, parse, onSetAside: onError });
  }

  /**
   * Loads the file; never rejects. A file that can't be read for now is read before the first
   * change is written.
   */
  async load(): Promise<void> {
    if (this.wasAdopted) return;
    try {
      if (!(await this.read())) await this.saveObservation();
    } catch (error) {
      this.parts.onError(error);
    }
  }

  /**
   * Writes an observation of the hub that memory already has. Never rejects; resolves when it is on
   * the disk or the disk refused it, in which case it is written with the next change.
   */
  saveObservation(): Promise<void> {
    this.isChanged = true;
    return this.writes.run();
  }

  /**
   * Makes an acknowledged change: first on the disk, then in memory. Rejects with `NotSavedError`, and
   * then changes nothing.
   */
  change(edit: Edit<T>, apply: () => void): Promise<SavedResult> {
    return this.enqueue({ edit, apply });
  }

  /** Writes a change that memory already has. Rejects with `NotSavedError`; memory keeps the change. */
  persist(edit: Edit<T>, apply: () => void): Promise<SavedResult> {
    this.isChanged = true;
    return this.enqueue({ edit, apply, isApplied: true });
  }

  /**
   * Writes a revocation of rights that memory already has. A full disk can't prevent it: the file
   * is then overwritten in place or set aside. Rejects with `NotSavedError` if even that fails, and
   * retries until it succeeds.
   */
  revoke(edit: Edit<T>, apply: () => void): Promise<SavedResult> {
    this.isChanged = true;
    return this.enqueue({ edit, apply, isApplied: true, isRevocation: true });
  }

  /** Resolves when everything is on the disk or was refused by it. */
  async flush(): Promise<void> {
    await this.writes.run();
    clearTimeout(this.retry);
  }

  private enqueue(change: Omit<Pending<T>, 'resolve' | 'reject'>): Promise<SavedResult> {
    return new Promise((resolve, reject) => {
      this.pending.push({ ...change, resolve, reject });
      void this.writes.run();
    });
  }

  /**
   * Reads the file into memory. Returns false if only a part of it was readable; the file is then
   * set aside, and only memory has that part.
   */
  private async read(): Promise<boolean> {
    const { value, isWhole } = await this.file.read();
    const isFirst = !this.wasAdopted;
    this.wasAdopted = true;
    // If the file was damaged while this hub ran, memory has more than its readable part.
    if (value !== undefined && (isFirst || isWhole)) this.parts.adopt(value, isFirst);
    return isWhole || value === undefined;
  }

  private async write(): Promise<void> {
    if (!this.isChanged && this.pending.length === 0) return;
    const { parts, file, isChanged } = this;
    this.isChanged = false;
    const changes = this.pending.splice(0);
    try {
      await file.exclusively(async () => {
        if (await file.isStale()) await this.read();
        // Computed after the read, which merges the file into memory.
        const value = changes.reduce((before, { edit }) => edit(before), parts.value());
        await file.write(parts.text(value));
      });
    } catch (error) {
      this.isChanged ||= isChanged;
      parts.onError(error);
      return this.refuse(changes, error);
    }
    parts.onWritten?.();
    this.clearRevocations();
    for (const { apply } of changes) apply();
    // Changes that came during the write are newer than the written ones, so they are applied last.
    for (const { apply, isApplied } of this.pending) if (isApplied === true) apply();
    for (const { resolve } of changes) resolve(savedResult);
  }

  /** Clears the unwritten revocations, once the file grants no more rights than memory does. */
  private clearRevocations(): void {
    this.unwrittenRevocations.length = 0;
    clearTimeout(this.retry);
    this.retry = undefined;
  }

  private async refuse(changes: readonly Pending<T>[], cause: unknown): Promise<void> {
    const revocations = changes.filter(({ isRevocation }) => isRevocation);
    this.unwrittenRevocations.push(...revocations.map(({ edit }) => edit));
    const isRevoked =
      this.unwrittenRevocations.length > 0 && (await this.revokeInPlace(this.unwrittenRevocations));
    if (isRevoked) this.clearRevocations();
    for (const { isRevocation = false, resolve, reject } of changes) {
      if (isRevocation && isRevoked) resolve(savedResult);
      else reject(new NotSavedError(this.parts.name, cause, isRevocation));
    }
    if (this.unwrittenRevocations.length === 0) return;
    this.retry ??= setTimeout(() => {
      this.retry = undefined;
      void this.saveObservation();
    }, retryMs).unref();
  }

  /**
   * Revokes rights in the file by means that need no space on the disk. Returns false if the file
   * still grants them.
   */
  private async revokeInPlace(edits: readonly Edit<T>[]): Promise<boolean> {
    const { parts, file } = this;
    try {
      await file.exclusively(async () => {
        const { value } = await file.read();
        // A damaged file is set aside, and grants nothing.
        if (value === undefined) return;
        const reduced = edits.reduce((before: T, edit) => edit(before), value);
        await file.writeInPlace(parts.text(reduced));
      });
      return true;
    } catch (error) {
      parts.onError(error);
      return false;
    }
  }
}
