import { Coalescer } from '../../util/coalesce';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { SafeFile, type SafeRead } from '../../util/files/safeFile';

export interface KeptFileParts<T> {
  readonly folder: PrivateFolder;
  readonly name: string;
  readonly parse: (text: string) => SafeRead<T>;
  /** Takes in what was kept; what this hub was told by then counts more. */
  readonly adopt: (value: T) => void;
  readonly text: () => string;
  /** Gets a `SetAside` where the file could not be read. */
  readonly onError: (error: unknown) => void;
}

/**
 * A small file that keeps over restarts what a hub was told. It is written after each change and at
 * no other time: a hub that ends late would put back what the next one has changed by then.
 */
export class KeptFile<T> {
  private isChanged = false;
  private readonly file: SafeFile<T>;
  private readonly writes = new Coalescer(() => this.write());

  constructor(private readonly parts: KeptFileParts<T>) {
    const { folder, name, parse, onError } = parts;
    this.file = new SafeFile({ folder, name, parse, onSetAside: onError });
  }

  /** Never rejects; what could not be read for now is read before the first change is written. */
  async load(): Promise<void> {
    try {
      if (!(await this.read())) await this.change();
    } catch (error) {
      this.parts.onError(error);
    }
  }

  /** There is something new to write. Settles when it is on the disk, or cannot be. */
  change(): Promise<void> {
    this.isChanged = true;
    return this.writes.run();
  }

  /** Settles when everything is on the disk, or cannot be. */
  flush(): Promise<void> {
    return this.writes.run();
  }

  /** False where only a part of it is left, in memory alone. */
  private async read(): Promise<boolean> {
    const { value, isWhole } = await this.file.read();
    if (value !== undefined) this.parts.adopt(value);
    return isWhole || value === undefined;
  }

  private async write(): Promise<void> {
    if (!this.isChanged) return;
    this.isChanged = false;
    try {
      if (!this.file.isRead) await this.read();
      await this.file.write(this.parts.text());
    } catch (error) {
      this.isChanged = true;
      this.parts.onError(error);
    }
  }
}
