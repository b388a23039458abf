import { blobContents, type BlobSource, type Content } from './sides';

/** Time in ms for which the first request waits for more, to share one process. */
const gatherMs = 5;
/** Maximum number and bytes of the blobs of one batch. */
const most = { blobs: 100, bytes: 16 * 1024 * 1024 } as const;

interface Waiting {
  readonly blob: BlobSource;
  readonly resolve: (content: Content) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads blobs in batches: an editor requests hundreds at a time, one by one, and a git process for
 * each takes far longer than reading.
 */
export class BlobReader {
  private waiting: Waiting[] = [];
  private running: Promise<void> | undefined;

  read(blob: BlobSource): Promise<Content> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ blob, resolve, reject });
      this.running ??= this.run();
    });
  }

  private async run(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
    while (this.waiting.length > 0) await this.readSome(this.removeWaiting());
    this.running = undefined;
  }

  private removeWaiting(): readonly Waiting[] {
    let bytes = 0;
    const past = this.waiting.findIndex(({ blob }, index) => {
      bytes += blob.size;
      return index > 0 && (index >= most.blobs || bytes > most.bytes);
    });
    return this.waiting.splice(0, past === -1 ? this.waiting.length : past);
  }

  private async readSome(some: readonly Waiting[]): Promise<void> {
    try {
      const contents = await blobContents(some.map(({ blob }) => blob));
      for (const { blob, resolve } of some) resolve(contents.get(blob) ?? { kind: 'gone' });
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }
}
