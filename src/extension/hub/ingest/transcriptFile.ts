import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import type { SubagentTranscriptEvent } from '../domain/event';
import { Coalescer } from '../../util/coalesce';
import { FileTail } from './fileTail';
import type { CachedFile } from './readingCache';
import { newReading, withLine, type Reading, type ReadingOf } from './reading';
import type { ScanLane } from './scanLane';
import { isSameStamp, stampOf, type FileStamp } from './transcriptFolders';
import { parseTranscriptLine } from './transcriptLine';
import type { TranscriptKind } from './transcriptPath';
import { TranscriptScan } from './transcriptScan';

/** More unread bytes than this are scanned in slices, less are read line by line. */
const scannedBytes = 64 * 1024;
const headLength = 4_096;

/** One transcript: where it was read up to, and what its lines said. */
export class TranscriptFile {
  readonly of: ReadingOf;
  reading: Reading;
  /** What the meta file beside a subagent's transcript says; of meta files alone. */
  meta: SubagentTranscriptEvent | undefined;
  /** As the file was when it was read last; undefined before that. */
  stamp: FileStamp | undefined;
  readonly looks: Coalescer;
  private readonly tail: FileTail;
  private head = '';
  private headLength = 0;
  /** Until what the cache says is built upon. */
  private isCached = false;

  constructor(
    readonly path: string,
    readonly kind: TranscriptKind,
    private readonly lane: ScanLane,
    read: (file: TranscriptFile) => Promise<void>,
  ) {
    const agentId = kind.kind === 'session' ? undefined : kind.agentId;
    this.of = { path, sessionId: kind.sessionId, agentId };
    this.reading = newReading(this.of);
    this.tail = new FileTail(path);
    this.looks = new Coalescer(() => read(this));
  }

  restore(cached: CachedFile): void {
    this.reading = cached.reading;
    this.meta = cached.meta;
    this.stamp = cached.stamp;
    this.head = cached.head;
    this.headLength = cached.headLength;
    this.isCached = true;
    this.tail.resume(cached.offset, cached.stamp);
  }

  /** Undefined before it was read. */
  toCache(): CachedFile | undefined {
    const { path, stamp, head, reading, meta } = this;
    if (stamp === undefined) return undefined;
    const offset = this.tail.wholeLines;
    return { path, stamp, offset, head, headLength: this.headLength, reading, meta };
  }

  /** Whether there is something to read; undefined when the file is gone. */
  hasNews(): boolean | undefined {
    try {
      const now = stampOf(this.path);
      return now === undefined ? undefined : !isSameStamp(this.stamp, now);
    } catch {
      return true; // Whoever reads it learns why it cannot be.
    }
  }

  /** Shows the file's two ends before all of it was read. */
  async peek(tailBytes: number): Promise<Reading | undefined> {
    return this.lane.run(this.path, ({ file, size, shared }) =>
      new TranscriptScan(this.of).peek(file, size, shared, Math.min(size, tailBytes)),
    );
  }

  /** Reads what is new. False when the file is gone. */
  async read(): Promise<boolean> {
    const stamp = stampOf(this.path);
    if (stamp === undefined) return false;
    if (this.isOther(stamp)) this.restart();
    this.isCached = false;
    const unread = stamp.size - this.tail.wholeLines;
    if (unread > scannedBytes || this.stamp === undefined) {
      const { wholeLines } = this.tail;
      const end = await this.lane.run(this.path, ({ file, size, shared }) =>
        new TranscriptScan(this.of, this.reading, wholeLines).read(file, wholeLines, size, shared),
      );
      if (end === undefined) return false;
      this.reading = end.reading;
      this.tail.resume(end.offset, stamp);
    } else {
      const present = await this.tail.read({
        onLine: (line) => this.take(line),
        onRestart: () => this.restart(),
      });
      if (!present) return false;
    }
    this.stamp = stamp;
    if (this.headLength < headLength) this.readHead();
    return true;
  }

  private take(line: Buffer): void {
    const parsed = parseTranscriptLine(line.toString('utf8'));
    if (parsed === undefined) return;
    this.reading = withLine(this.reading, this.of, parsed);
  }

  private isOther(now: FileStamp): boolean {
    if (this.stamp === undefined) return false;
    if (now.ino !== this.stamp.ino || now.dev !== this.stamp.dev) return true;
    if (now.size < this.tail.wholeLines) return true;
    // Of a few lines the tail itself sees whether they go on from what was read.
    const isBuiltUpon = this.isCached || now.size - this.tail.wholeLines > scannedBytes;
    return isBuiltUpon && hashOfHead(this.path, this.headLength) !== this.head;
  }

  private restart(): void {
    this.reading = newReading(this.of);
    this.stamp = undefined;
    this.headLength = 0;
    this.tail.rewind();
  }

  private readHead(): void {
    this.headLength = Math.min(headLength, this.tail.wholeLines);
    this.head = hashOfHead(this.path, this.headLength) ?? '';
  }
}

function hashOfHead(path: string, length: number): string | undefined {
  let file: number | undefined;
  try {
    file = fs.openSync(path, 'r');
    const bytes = Buffer.alloc(length);
    const read = fs.readSync(file, bytes, 0, length, 0);
    return createHash('sha256').update(bytes.subarray(0, read)).digest('base64').slice(0, 16);
  } catch {
    return undefined; // Gone meanwhile.
  } finally {
    if (file !== undefined) fs.closeSync(file);
  }
}
