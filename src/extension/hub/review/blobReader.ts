import { blobContents, type BlobSource, type Content } from './sides';

/** Time in ms for which the first request waits for others, which then share its git process. */
const gatherMs = 5;
/** Maximum number of blobs of one batch, and their total bytes. */
const maxBatch = { blobs: 100, bytes: 16 * 1024 * 1024 } as const;

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
    while (this.waiting.length > 0) await this.readBatch(this.dequeueBatch());
    this.running = undefined;
  }

  private dequeueBatch(): readonly Waiting[] {
    let bytes = 0;
    const end = this.waiting.findIndex(({ blob }, index) => {
      bytes += blob.size;
      return index > 0 && (index >= maxBatch.blobs || bytes > maxBatch.bytes);
    });
    return this.waiting.splice(0, end === -1 ? this.waiting.length : end);
  }

  private async readBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const contents = await blobContents(batch.map(({ blob }) => blob));
      for (const { blob, resolve } of batch) resolve(contents.get(blob) ?? { kind: 'gone' });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
