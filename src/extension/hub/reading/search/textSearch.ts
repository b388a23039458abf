import * as fs from 'node:fs';
import { searchWords, type Word } from '../../../../shared/text/searchWords';
import { type FoundFile, hasEntries } from '../../../agents/transcripts/files';
import type { QueueReader, TranscriptFormat } from '../../../agents/transcripts/format';
import type { TranscriptHomes } from '../../../agents/transcripts/transcriptHomes';
import { BytePattern } from './bytePattern';
import { Chunk } from './chunk';
import { excerptIn, excerptOf, type Excerpt } from './excerpt';

/** Number of bytes that are searched at once; they must fit into the processor's cache. */
const chunkBytes = 64 * 1024;

/** Maximum length of a line that is read for an excerpt; longer ones are mostly output of tools. */
const maxLineBytes = 16 * 1024 * 1024;
const newline = 0x0a;

export interface TextFinding {
  readonly file: FoundFile;
  readonly excerpt: Excerpt;
}

/** Progress of a search, reported after each finding and each portion of bytes. */
export interface TextStep {
  readonly found?: TextFinding;
  readonly searchedBytes: number;
}

/**
 * Searches the bytes of transcripts in the given order for texts that have all words of a query;
 * returns one finding per session. Yields after portions of some milliseconds at most.
 */
export class TextSearch {
  private readonly words: readonly Word[];
  private readonly patterns: readonly BytePattern[];
  private readonly overlap: number;
  private readonly chunk = new Chunk(chunkBytes);
  /** The matches in queued prompts of the current file, used if the file has no other. */
  private queued: QueueReader<Excerpt> | undefined;
  /** The format of the current file. */
  private format: TranscriptFormat | undefined;

  constructor(
    query: string,
    private readonly homes: Pick<TranscriptHomes, 'formatOf'>,
  ) {
    // Longest first: the longest word is usually the rarest, and lines without it are skipped.
    this.words = searchWords(query).toSorted((a, b) => b.letters.length - a.letters.length);
    this.patterns = this.words.map((word) => new BytePattern(word));
    this.overlap = (this.patterns[0]?.longest ?? 1) - 1;
  }

  *run(files: readonly FoundFile[]): Generator<TextStep, void> {
    const found = new Set<string>();
    const [rarest] = this.patterns;
    let searchedBytes = 0;
    if (rarest === undefined) return;
    for (const file of files) {
      const { kind, size } = file;
      if (hasEntries(kind) && !found.has(kind.sessionId)) {
        const base = searchedBytes;
        const excerpt = yield* this.searchFile(file, rarest, (bytes) => base + bytes);
        if (excerpt !== undefined) {
          found.add(kind.sessionId);
          yield { found: { file, excerpt }, searchedBytes: base + size };
        }
      }
      searchedBytes += size;
    }
  }

  private *searchFile(
    { path }: FoundFile,
    rarest: BytePattern,
    progress: (bytes: number) => number,
  ): Generator<TextStep, Excerpt | undefined> {
    let file: number;
    try {
      file = fs.openSync(path, 'r');
    } catch {
      return undefined; // A missing or unreadable file; the index has reported it.
    }
    this.format = this.homes.formatOf(path);
    this.queued = this.format.queue?.();
    try {
      let offset = 0;
      for (;;) {
        this.chunk.fill((room) => fs.readSync(file, room, 0, room.length, offset));
        if (this.chunk.length === 0) return this.queued?.values[0];
        const next = yield* this.searchChunk(file, rarest, offset, progress);
        if (typeof next !== 'number') return next;
        offset = next;
        yield { searchedBytes: progress(offset) };
      }
    } finally {
      fs.closeSync(file);
    }
  }

  /** Searches a chunk; returns the excerpt, otherwise the offset of the next chunk. */
  private *searchChunk(
    file: number,
    rarest: BytePattern,
    offset: number,
    progress: (bytes: number) => number,
  ): Generator<TextStep, Excerpt | number> {
    const read = this.chunk.length;
    for (let hit = rarest.search(this.chunk, 0); hit >= 0;) {
      const inChunk = this.lineIn(offset, hit);
      if (inChunk === undefined && read === chunkBytes) {
        // The chunk has only the start of the line: the next chunk starts before the line, unless
        // the line is longer than a chunk.
        const before = this.chunk.bytes.lastIndexOf(newline, hit);
        if (before > 0) return offset + before;
      }
      const line = inChunk ?? readLine(file, offset + hit);
      const excerpt = this.excerptIn(line.bytes);
      if (excerpt !== undefined) return excerpt;
      const from = line.end - offset;
      if (from >= read) return line.end;
      yield { searchedBytes: progress(offset + from) };
      hit = rarest.search(this.chunk, from);
    }
    return read < chunkBytes ? offset + read : offset + read - this.overlap;
  }

  /** Returns the line around a place; undefined in the rare case that the chunk has only a part. */
  private lineIn(offset: number, place: number): LineAround | undefined {
    const part = this.chunk.bytes;
    const before = part.lastIndexOf(newline, place);
    const end = part.indexOf(newline, place);
    if (end < 0 || (before < 0 && offset > 0)) return undefined;
    return { bytes: part.subarray(before + 1, end), end: offset + end + 1 };
  }

  private excerptIn(line: Buffer | undefined): Excerpt | undefined {
    if (line === undefined) return undefined;
    const latin1 = line.toString('latin1');
    const hasAll = this.patterns.every((pattern) => pattern.isIn(latin1));
    if (!hasAll) return undefined;
    const text = line.toString('utf8');
    const excerpt = this.format && excerptOf(text, this.format, this.words);
    if (excerpt === undefined)
      this.queued?.applyLine(text, (queued, at) =>
        excerptIn([{ speaker: 'You', text: queued }], at, this.words),
      );
    return excerpt;
  }
}

interface LineAround {
  /** Undefined for a line that is too long. */
  readonly bytes: Buffer | undefined;
  /** Offset in the file after the line's end. */
  readonly end: number;
}

/** Reads the line around a place of a file. */
function readLine(file: number, place: number): LineAround {
  const start = lineStart(file, place);
  const parts: Buffer[] = [];
  for (let at = start; ;) {
    const part = Buffer.allocUnsafe(chunkBytes);
    const read = fs.readSync(file, part, 0, part.length, at);
    const length = part.subarray(0, read).indexOf(newline, Math.max(0, place - at));
    const end = at + (length < 0 ? read : length);
    const isTooLong = end - start > maxLineBytes;
    if (isTooLong) parts.length = 0;
    else parts.push(part.subarray(0, end - at));
    if (length >= 0 || read === 0) {
      return { bytes: isTooLong ? undefined : Buffer.concat(parts), end: end + 1 };
    }
    at += read;
  }
}

function lineStart(file: number, place: number): number {
  const part = Buffer.allocUnsafe(chunkBytes);
  for (let end = place; end > 0;) {
    const from = Math.max(0, end - part.length);
    const read = fs.readSync(file, part, 0, end - from, from);
    const before = part.subarray(0, read).lastIndexOf(newline);
    if (before >= 0) return from + before + 1;
    end = from;
  }
  return 0;
}
