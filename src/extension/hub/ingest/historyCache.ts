import { createHash } from 'node:crypto';
import type { Log } from '../../util/log';
import type { PrivateFolder } from '../../util/privateFolder';
import type { SubagentTranscriptEvent } from '../domain/event';
import { emptyTranscript } from '../domain/reduceTranscript';
import type { Slices } from './slices';
import type { Reading } from './reading';
import type { FileStamp } from './transcriptFolders';
import type { StoredRecord } from './usageLedger';

/** Counts up when what is kept, or how it is read from transcripts, changes. */
const cacheVersion = 1;

/** Files are spread over so many pieces; a change writes its piece anew. */
const pieceCount = 32;

/** Everything known about one file. */
export interface CachedFile {
  readonly path: string;
  readonly stamp: FileStamp;
  /** The place behind the last whole line. */
  readonly offset: number;
  /** Hash of the first bytes, `headLength` of them. */
  readonly head: string;
  readonly headLength: number;
  readonly reading: Reading;
  readonly meta: SubagentTranscriptEvent | undefined;
  readonly records: readonly Omit<StoredRecord, 'source'>[];
}

/**
 * What was read of each transcript and up to where, in pieces of their own checksum: a piece that is
 * broken, or of another version, counts as not there and its files are read again.
 */
export class HistoryCache {
  constructor(
    private readonly folder: PrivateFolder,
    private readonly slices: Slices,
    private readonly log: Log,
  ) {}

  static pieceOf(file: string): number {
    let hash = 0;
    for (let index = 0; index < file.length; index += 1) {
      hash = (Math.imul(hash, 31) + file.charCodeAt(index)) | 0;
    }
    return (hash >>> 0) % pieceCount;
  }

  async load(): Promise<Map<string, CachedFile>> {
    const files = new Map<string, CachedFile>();
    for (let piece = 0; piece < pieceCount; piece += 1) {
      try {
        const text = await this.folder.read(nameOf(piece));
        if (text !== undefined) await this.slices.run(parsePiece(text, files));
      } catch (error) {
        this.log.info(
          `The cache of transcripts is rebuilt in part (${nameOf(piece)}): ${String(error)}`,
        );
      }
    }
    return files;
  }

  /** Replaces a piece by these files. */
  async save(piece: number, files: readonly CachedFile[]): Promise<void> {
    await this.folder.ensure();
    if (files.length === 0) await this.folder.remove(nameOf(piece));
    else await this.folder.write(nameOf(piece), await this.slices.run(pieceText(files)));
  }
}

function nameOf(piece: number): string {
  return `transcripts-${piece}.jsonl`;
}

function* pieceText(files: readonly CachedFile[]): Generator<undefined, string> {
  const hash = createHash('sha256');
  const lines: string[] = [];
  for (const file of files) {
    const line = `${JSON.stringify(toStored(file))}\n`;
    hash.update(line);
    lines.push(line);
    yield undefined;
  }
  const head = { version: cacheVersion, files: files.length, checksum: hash.digest('hex') };
  return `${JSON.stringify(head)}\n${lines.join('')}`;
}

function* parsePiece(text: string, files: Map<string, CachedFile>): Generator<undefined, void> {
  const headEnd = text.indexOf('\n');
  const head = JSON.parse(text.slice(0, headEnd)) as { version?: unknown; checksum?: unknown };
  if (head.version !== cacheVersion) throw new Error(`version ${String(head.version)}`);
  const body = text.slice(headEnd + 1);
  if (createHash('sha256').update(body).digest('hex') !== head.checksum) throw new Error('broken');
  for (let start = 0; start < body.length;) {
    const end = body.indexOf('\n', start);
    const file = fromStored(JSON.parse(body.slice(start, end)) as StoredFile);
    files.set(file.path, file);
    start = end + 1;
    yield undefined;
  }
}

/** As JSON has it: maps as lists of pairs, records as numbers in a row. */
interface StoredFile extends Omit<CachedFile, 'reading' | 'records'> {
  readonly reading: Omit<Reading, 'facts'>;
  readonly facts:
    | (Record<string, unknown> & {
        readonly notified: readonly (readonly [string, string])[];
        readonly answered: readonly (readonly [string, { at: number; rejected: boolean }])[];
      })
    | undefined;
  readonly names: readonly string[];
  readonly records: readonly number[];
}

const numbersPerRecord = 13;

function toStored({ reading, records, ...file }: CachedFile): unknown {
  const { facts, ...rest } = reading;
  const names = new Map<string, number>();
  const nameNumber = (name: string): number => {
    const number = names.get(name) ?? names.size;
    names.set(name, number);
    return number;
  };
  const numbers: number[] = [];
  for (const { hash, usage, at, model, owner } of records) {
    numbers.push(...hash, usage.input, usage.output, usage.cacheRead);
    numbers.push(usage.cacheWrite5m, usage.cacheWrite1h, usage.webSearches);
    numbers.push(
      Number(usage.fast),
      Number(usage.usOnly),
      at,
      nameNumber(model),
      nameNumber(owner),
    );
  }
  return {
    ...file,
    reading: rest,
    facts: facts && { ...facts, notified: [...facts.notified], answered: [...facts.answered] },
    names: [...names.keys()],
    records: numbers,
  };
}

function fromStored({ reading, facts, names, records, ...file }: StoredFile): CachedFile {
  const read: Omit<StoredRecord, 'source'>[] = [];
  for (let start = 0; start < records.length; start += numbersPerRecord) {
    const number = (place: number): number => records[start + place] ?? 0;
    read.push({
      hash: [number(0), number(1)],
      usage: {
        input: number(2),
        output: number(3),
        cacheRead: number(4),
        cacheWrite5m: number(5),
        cacheWrite1h: number(6),
        webSearches: number(7),
        fast: number(8) === 1,
        usOnly: number(9) === 1,
      },
      at: number(10),
      model: names[number(11)] ?? '',
      owner: names[number(12)] ?? '',
    });
  }
  return {
    ...file,
    reading: {
      ...reading,
      facts: facts && {
        ...emptyTranscript(file.path),
        ...facts,
        notified: new Map(facts.notified),
        answered: new Map(facts.answered),
      },
    },
    records: read,
  };
}
