import type { Kept } from '../../util/files/kept';
import { KeptFile, type Edit, type KeptFileParts } from './keptFile';

export interface KeptValueParts<T> extends Omit<KeptFileParts<T>, 'adopt' | 'value'> {
  /** Value while there is no file. */
  readonly initial: T;
  /** Runs after the content of the file was merged into the value. */
  readonly onRead?: () => void;
}

/** A value that a file keeps over restarts. It is immutable and only edits replace it. */
export class KeptValue<T> {
  private current: T;
  /** Edits of a value whose file was not read yet; they are made again on what is read. */
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

  /** A file that cannot be read is set aside and counts as absent. */
  load(): Promise<void> {
    return this.file.load();
  }

  /** Changes what the hub acknowledges: the value only changes once that is on the disk. Rejects with `NotKept`. */
  change(edit: Edit<T>): Promise<Kept> {
    return this.file.change(edit, () => this.apply(edit));
  }

  /** Changes the value at once. Rejects with `NotKept`; the change then holds until this hub ends. */
  changeNow(edit: Edit<T>): Promise<Kept> {
    this.apply(edit);
    return this.file.persist(edit, () => this.apply(edit));
  }

  /** Takes rights away at once, and on the disk even where it is full. */
  revoke(edit: Edit<T>): Promise<Kept> {
    this.apply(edit);
    return this.file.revoke(edit, () => this.apply(edit));
  }

  /** Changes the value by what the hub observed. Settles when that is on the disk, or cannot be. */
  note(edit: Edit<T>): Promise<void> {
    this.apply(edit);
    return this.file.note();
  }

  /** Changes the value, which is written with the next change. */
  keepInMemory(edit: Edit<T>): void {
    this.apply(edit);
  }

  /** Settles when everything is on the disk, or cannot be. */
  flush(): Promise<void> {
    return this.file.flush();
  }

  private apply(edit: Edit<T>): void {
    if (!this.file.isAdopted) this.early.push(edit);
    this.current = edit(this.current);
  }
}
