import type { Kept } from '../../util/files/kept';
import { KeptFile, type Edit, type KeptFileParts } from './keptFile';

export interface KeptValueParts<T> extends Omit<KeptFileParts<T>, 'adopt' | 'value'> {
  /** Value without a file. */
  readonly initial: T;
  /** Called after the file's content was merged into the value. */
  readonly onRead?: () => void;
}

/** An immutable value that a file stores over restarts. Only edits replace it. */
export class KeptValue<T> {
  private current: T;
  /** Edits made before the file was read; they are applied again to its content. */
  private early: Edit<T>[] = [];
  private readonly file: KeptFile<T>;

  constructor(parts: KeptValueParts<T>) {
    this.current = parts.initial;
    this.file = new KeptFile({
      ...parts,
      adopt: (value) => {
        this.current = this.early.reduce((before, edit) => edit(before), value);
        this.early = [];
        parts.onRead?.();
      },
      value: () => this.current,
    });
  }

  get value(): T {
    return this.current;
  }

  /** Loads the file; one that can't be read is set aside and counts as absent. */
  load(): Promise<void> {
    return this.file.load();
  }

  /** Makes an acknowledged change: the value changes only once it is on the disk. Rejects with `NotKept`. */
  change(edit: Edit<T>): Promise<Kept> {
    return this.file.change(edit, () => this.apply(edit));
  }

  /** Changes the value at once. Rejects with `NotKept`; the change then lasts until this hub ends. */
  changeNow(edit: Edit<T>): Promise<Kept> {
    this.apply(edit);
    return this.file.persist(edit, () => this.apply(edit));
  }

  /** Revokes rights at once, and on the disk even if it is full. */
  revoke(edit: Edit<T>): Promise<Kept> {
    this.apply(edit);
    return this.file.revoke(edit, () => this.apply(edit));
  }

  /**
   * Changes the value after an observation of the hub. Resolves when it is on the disk or was
   * refused by it.
   */
  note(edit: Edit<T>): Promise<void> {
    this.apply(edit);
    return this.file.note();
  }

  /** Changes the value, which is written with the next change. */
  keepInMemory(edit: Edit<T>): void {
    this.apply(edit);
  }

  /** Resolves when everything is on the disk or was refused by it. */
  flush(): Promise<void> {
    return this.file.flush();
  }

  private apply(edit: Edit<T>): void {
    if (!this.file.isAdopted) this.early.push(edit);
    this.current = edit(this.current);
  }
}
