import type { ReaderTarget } from '../../shared/messages/readerMessages';
import type { CallInput } from '../../shared/protocol/calls';
import { maxPartBytes, type TranscriptPart } from '../../shared/protocol/machines/transcriptPart';
import { t } from '../../shared/words/l10n';
import type { FileBytes } from '../transcript/file/fileBytes';
import type { Disposable } from '../util/lifetime';

/** Requests a part of a transcript from the session's machine. Rejects with an error to show. */
export type ReadPart = (request: CallInput<'transcriptPart'>) => Promise<TranscriptPart>;

/** Number of cached blocks (16 MB), so that scrolling back needs no request. */
const maxBlocks = 64;
/**
 * Number of blocks to prefetch during sequential reading: the connection has high latency but
 * enough bandwidth.
 */
const aheadBlocks = 3;

interface FileState {
  readonly size: number;
  readonly identity: string;
}

/** A transcript of another machine, cached in blocks that stay valid as long as the file only grows. */
export class RemoteTranscript implements Disposable {
  private readonly blocks = new Map<number, Promise<Buffer>>();
  private fileState: FileState = { size: 0, identity: '' };
  private lastIndex = -1;
  private isDisposed = false;

  constructor(
    private readonly target: ReaderTarget,
    private readonly readPart: ReadPart,
  ) {}

  /** Opens the file at its present size. */
  async open(): Promise<FileBytes> {
    const { size, identity } = await this.requestPart(0, 0);
    if (identity !== this.fileState.identity || size < this.fileState.size) this.blocks.clear();
    const fileState = { size, identity };
    this.fileState = fileState;
    return {
      ...fileState,
      read: (from, to) => this.read(from, Math.min(to, size), fileState),
      close: () => Promise.resolve(),
    };
  }

  /** Later requests reject. */
  dispose(): void {
    this.isDisposed = true;
    this.blocks.clear();
  }

  private async read(from: number, to: number, fileState: FileState): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let at = from; at < to;) {
      const index = Math.floor(at / maxPartBytes);
      const start = index * maxPartBytes;
      const end = Math.min(to - start, maxPartBytes);
      const block = await this.block(index, end, fileState);
      if (index === this.lastIndex + 1) this.readAhead(index, fileState);
      this.lastIndex = index;
      parts.push(block.subarray(at - start, end));
      at = start + end;
    }
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
  }

  /** Returns a block with at least its first `length` bytes. */
  private async block(index: number, length: number, fileState: FileState): Promise<Buffer> {
    // A failed block is requested again.
    const cached = await this.blocks.get(index)?.catch(() => undefined);
    if (cached !== undefined && cached.length >= length) return cached;
    return this.fetch(index, fileState);
  }

  private fetch(index: number, { size, identity }: FileState): Promise<Buffer> {
    const from = index * maxPartBytes;
    const length = Math.min(maxPartBytes, size - from);
    const block = this.requestPart(from, length).then((part) => {
      const bytes = Buffer.from(part.bytes, 'base64');
      // A transcript that was truncated or replaced meanwhile is read again from the start.
      if (part.identity !== identity || part.size < size) throw new Error(changed());
      if (bytes.length !== length) throw new Error(unreadable());
      return bytes;
    });
    this.cacheBlock(index, block);
    return block;
  }

  private readAhead(index: number, fileState: FileState): void {
    for (let next = index + 1; next <= index + aheadBlocks; next += 1) {
      if (this.blocks.has(next) || next * maxPartBytes >= fileState.size) continue;
      // A failed prefetch is ignored: the reader requests the block itself.
      this.fetch(next, fileState).catch(() => undefined);
    }
  }

  private cacheBlock(index: number, block: Promise<Buffer>): void {
    this.blocks.delete(index);
    this.blocks.set(index, block);
    block.catch(() => {
      if (this.blocks.get(index) === block) this.blocks.delete(index);
    });
    for (const oldest of this.blocks.keys()) {
      if (this.blocks.size <= maxBlocks) break;
      this.blocks.delete(oldest);
    }
  }

  private requestPart(from: number, length: number): Promise<TranscriptPart> {
    if (this.isDisposed) return Promise.reject(new Error('Nobody reads this transcript any more'));
    const { sessionId, agentId } = this.target;
    return this.readPart({ sessionId, ...(agentId !== undefined && { agentId }), from, length });
  }
}

const changed = () => t('This transcript changed while it was being read. Try again.');
const unreadable = () => t('The machine of this session gave an answer that can’t be read.');
