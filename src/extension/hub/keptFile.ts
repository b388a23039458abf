import { Coalescer } from '../util/coalesce';
import type { PrivateFolder } from '../util/privateFolder';

/**
 * A small file that keeps over restarts what a hub was told. It is written after each change and at
 * no other time: a hub that ends late would put back what the next one has changed by then.
 */
export class KeptFile {
  private isChanged = false;
  private readonly writes = new Coalescer(() => this.write());

  constructor(
    private readonly folder: PrivateFolder,
    private readonly name: string,
    private readonly text: () => string,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Undefined when there is none. */
  read(): Promise<string | undefined> {
    return this.folder.read(this.name);
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

  private async write(): Promise<void> {
    if (!this.isChanged) return;
    this.isChanged = false;
    try {
      await this.folder.write(this.name, this.text());
    } catch (error) {
      this.isChanged = true;
      this.onError(error);
    }
  }
}
