import type { SavedResult } from '../../util/files/savedResult';
import { KeptFile, type Edit, type KeptFileParts } from './keptFile';

export interface KeptValueParts<T> extends Omit<KeptFileParts<T>, 'adopt' | 'value' | 'onWritten'> {
  /** Value if there is no file. */
  readonly initial: T;
  /** Called after the file's content was merged into the value. */
  readonly onRead?: () => void;
}

/**
 * An immutable value that a file stores over restarts. Only edits replace it. Edits that are not on
 * the disk yet are applied again to a value that another hub wrote, so neither hub reverts the
 * other.
 */
export class KeptValue<T> {
  private current: T;
  /** Edits that memory has and the file does not. */
  private unsaved: Edit<T>[] = [];
  /** Number of unsaved edits that the text being written includes. */
  private writing = 0;
  private readonly file: KeptFile<T>;

  constructor(parts: KeptValueParts<T>) {
    this.current = parts.initial;
    this.file = new KeptFile({
      ...parts,
      adopt: (value) => {
        this.current = this.unsaved.reduce((before, edit) => edit(before), value);
        parts.onRead?.();
      },
      value: () => {
        this.writing = this.unsaved.length;
        return this.current;
      },
      onWritten: () => this.unsaved.splice(0, this.writing),
    });
  }

  get value(): T {
    return this.current;
  }

  /** Loads the file; one that can't be read is set aside and counts as absent. */
  load(): Promise<void> {
    return this.file.load();
  }

  /**
   * Makes an acknowledged change: the value changes only once it is on the disk. Rejects with
   * `NotSavedError`.
   */
  change(edit: Edit<T>): Promise<SavedResult> {
    return this.file.change(edit, () => this.apply(edit));
  }

  /**
   * Changes the value at once. Rejects with `NotSavedError`; the change then lasts until this hub ends.
   */
  changeNow(edit: Edit<T>): Promise<SavedResult> {
    this.record(edit);
    return this.file.persist(edit, () => this.apply(edit));
  }

  /** Revokes rights at once, and on the disk even if it is full. */
  revoke(edit: Edit<T>): Promise<SavedResult> {
    this.record(edit);
    return this.file.revoke(edit, () => this.apply(edit));
  }

  /**
   * Changes the value after an observation of the hub. Resolves when it is on the disk or was
   * refused by it.
   */
  note(edit: Edit<T>): Promise<void> {
    this.record(edit);
    return this.file.saveObservation();
  }

  /** Changes the value without writing it; the next change writes it too. */
  keepInMemory(edit: Edit<T>): void {
    this.record(edit);
  }

  /** Resolves when everything is on the disk or was refused by it. */
  flush(): Promise<void> {
    return this.file.flush();
  }

  private record(edit: Edit<T>): void {
    this.unsaved.push(edit);
    this.apply(edit);
  }

  private apply(edit: Edit<T>): void {
    this.current = edit(this.current);
  }
}
