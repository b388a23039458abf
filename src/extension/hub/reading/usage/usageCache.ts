import { agentOf, hasEntries } from '../../../agents/transcripts/files';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { PrivateFolder } from '../../../util/files/privateFolder';
import { isMissing } from '../../../util/files/isMissing';
import { listIn, parseObject } from '../../../util/json';
import type { TranscriptHomes } from '../../../agents/transcripts/transcriptHomes';
import { UsageLedger, type TranscriptOwner } from './usageLedger';
import { UsageFile } from './usageCounter';
import { bytesPerRow } from './usageRows';

/** Increment when the stored data, or how they are read from transcripts, change. */
const version = 8;
const magic = 'mission control usage\n';
const name = 'usage.bin';
const headBytes = magic.length + 8;
const digestBytes = 32;

/** A stored file: its path relative to the folder of the transcripts, then how far it was read. */
type StoredFile = readonly [
  path: string,
  dev: number,
  ino: number,
  size: number,
  mtimeMs: number,
  offset: number,
  head: number,
  /**
   * Session id of a subagent's file whose path does not contain it; empty for other files.
   */
  sessionId: string,
];

interface StoredMeta {
  readonly files: readonly StoredFile[];
  readonly models: readonly string[];
  readonly owners: readonly string[];
}

/** The counts and the files that they come from. */
export interface CountedUsage {
  readonly ledger: UsageLedger;
  readonly files: Map<string, UsageFile>;
}

/**
 * Stores the counts over restarts in one file: magic and version, a JSON text with the files and
 * names, the rows as in memory, and a SHA-256 digest.
 */
export class UsageCache {
  constructor(
    private readonly folder: PrivateFolder,
    private readonly homes: TranscriptHomes,
  ) {}

  /** Loads the counts; undefined without a file. Throws if it is invalid. */
  load(): CountedUsage | undefined {
    let descriptor: number;
    try {
      const { O_RDONLY, O_NONBLOCK } = fs.constants; // Does not block if a pipe is in its place.
      descriptor = fs.openSync(this.folder.file(name), O_RDONLY | O_NONBLOCK);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
    try {
      return this.read(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
  }

  /** Writes the counts; they must not change until it resolves. */
  async save({ ledger, files }: CountedUsage): Promise<void> {
    await this.folder.ensureWithin();
    await this.folder.write(name, this.portions(ledger, files));
  }

  private read(descriptor: number): CountedUsage {
    const hash = createHash('sha256');
    let position = 0;
    const fill = (bytes: Uint8Array): void => {
      const read = fs.readSync(descriptor, bytes, 0, bytes.length, position);
      if (read !== bytes.length) throw new Error('cut off');
      position += read;
      hash.update(bytes);
    };
    if (!fs.fstatSync(descriptor).isFile()) throw new Error('not a file');
    const head = Buffer.alloc(headBytes);
    fill(head);
    const found = head.readUInt32LE(magic.length);
    if (head.toString('latin1', 0, magic.length) !== magic || found !== version) {
      throw new Error(`version ${found}`);
    }
    const text = Buffer.alloc(head.readUInt32LE(magic.length + 4));
    fill(text);
    const meta = parseMeta(text.toString('utf8'));
    const rowsBytes = fs.fstatSync(descriptor).size - position - digestBytes;
    if (rowsBytes < 0 || rowsBytes % bytesPerRow !== 0) throw new Error('cut off');
    const counted: CountedUsage = { ledger: new UsageLedger(), files: new Map() };
    const sources = meta.files.map((file, source) => this.restoreFile(counted, file, source));
    counted.ledger.restore({ ...meta, sources, rows: rowsBytes / bytesPerRow }, fill);
    const expected = hash.digest();
    const digest = Buffer.alloc(digestBytes);
    fs.readSync(descriptor, digest, 0, digestBytes, position);
    if (!digest.equals(expected)) throw new Error('broken');
    return counted;
  }

  private restoreFile(
    { files }: CountedUsage,
    [relative, dev, ino, size, mtimeMs, offset, head, sessionId]: StoredFile,
    source: number,
  ): TranscriptOwner {
    const file = path.resolve(this.homes.root, relative);
    if (sessionId !== '') this.homes.sessionIdsOf(file)?.restore(file, sessionId);
    const kind = this.homes.classify(file);
    if (kind === undefined || !hasEntries(kind)) throw new Error(`not a transcript: ${relative}`);
    const one = new UsageFile(file, source, this.homes.formatOf(file));
    one.resume({ dev, ino, size, mtimeMs, offset, head });
    files.set(file, one);
    const agentId = agentOf(kind);
    return { sessionId: kind.sessionId, agentId };
  }

  private *portions(
    ledger: UsageLedger,
    files: ReadonlyMap<string, UsageFile>,
  ): Generator<Uint8Array, void> {
    const hash = createHash('sha256');
    const sources = new Map<number, number>();
    const stored: StoredFile[] = [];
    for (const { path: file, source, place } of files.values()) {
      if (place === undefined) continue;
      sources.set(source, stored.length);
      const { dev, ino, size, mtimeMs, offset, head } = place;
      const relative = path.relative(this.homes.root, file);
      const session = this.homes.sessionIdsOf(file)?.get(file) ?? '';
      stored.push([relative, dev, ino, size, mtimeMs, offset, head, session]);
    }
    const meta: StoredMeta = {
      files: stored,
      models: ledger.models.all(),
      owners: ledger.owners.all(),
    };
    const text = Buffer.from(JSON.stringify(meta));
    const head = Buffer.alloc(headBytes);
    head.write(magic, 'latin1');
    head.writeUInt32LE(version, magic.length);
    head.writeUInt32LE(text.length, magic.length + 4);
    for (const bytes of [head, text]) {
      hash.update(bytes);
      yield bytes;
    }
    for (const bytes of ledger.rowBytes(sources)) {
      hash.update(bytes);
      yield bytes;
    }
    yield hash.digest();
  }
}

function parseMeta(text: string): StoredMeta {
  const object = parseObject(text);
  const files = listIn(object, 'files').filter(isStoredFile);
  const models = listIn(object, 'models').filter((one) => typeof one === 'string');
  const owners = listIn(object, 'owners').filter((one) => typeof one === 'string');
  return { files, models, owners };
}

function isStoredFile(value: unknown): value is StoredFile {
  if (!Array.isArray(value) || value.length !== 8) return false;
  const list: readonly unknown[] = value;
  const isNumbers = list.slice(1, -1).every((one) => typeof one === 'number');
  return typeof list[0] === 'string' && isNumbers && typeof list.at(-1) === 'string';
}
