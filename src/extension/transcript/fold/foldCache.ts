import { createHash } from 'node:crypto';
import type { ReadPlace } from '../file/readPlace';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { latestFields, type SubagentReadEvent } from '../../hub/domain/facts/event';
import { emptyTranscript } from '../../hub/domain/facts/transcriptFold';
import type { Slices } from '../../util/slices';
import type { TranscriptFold } from './fold';
import type { FileStamp } from '../catalogue/transcriptFolders';

/**
 * Another one makes what is kept count as not there. The number counts up when what is kept, or how it
 * is read from transcripts, changes; a new field of entries does that by its name.
 */
const cacheVersion = ['9', ...latestFields].join(' ');
const name = 'board.jsonl';

/** Everything known about one file. */
export interface CachedFile {
  readonly path: string;
  readonly stamp: FileStamp;
  /** Absent of a meta file, which is read as a whole. */
  readonly place: ReadPlace | undefined;
  readonly reading: TranscriptFold;
  readonly meta: SubagentReadEvent | undefined;
}

/** Facts and reading places of the board's transcripts, with a checksum over all of it. */
export class FoldCache {
  constructor(
    private readonly folder: PrivateFolder,
    private readonly slices: Slices,
  ) {}

  /** Throws when it is broken or of another version; then it counts as not there. */
  async load(): Promise<Map<string, CachedFile>> {
    const files = new Map<string, CachedFile>();
    const text = await this.folder.read(name);
    if (text !== undefined) await this.slices.run(parse(text, files));
    return files;
  }

  async save(files: Iterable<CachedFile>): Promise<void> {
    await this.folder.ensureWithin();
    await this.folder.write(name, await this.slices.run(print(files)));
  }
}

function* print(files: Iterable<CachedFile>): Generator<undefined, string> {
  const hash = createHash('sha256');
  const lines: string[] = [];
  for (const file of files) {
    const line = `${JSON.stringify(toStored(file))}\n`;
    hash.update(line);
    lines.push(line);
    yield undefined;
  }
  const head = { version: cacheVersion, files: lines.length, checksum: hash.digest('hex') };
  return `${JSON.stringify(head)}\n${lines.join('')}`;
}

function* parse(text: string, files: Map<string, CachedFile>): Generator<undefined, void> {
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

/** The form in JSON: maps become lists of pairs. */
interface StoredFile extends Omit<CachedFile, 'reading'> {
  readonly reading: Omit<TranscriptFold, 'facts'>;
  readonly facts:
    | (Record<string, unknown> & {
        readonly notified: readonly (readonly [string, string])[];
        readonly answered: readonly (readonly [string, { at: number; rejected: boolean }])[];
      })
    | undefined;
}

function toStored({ reading, ...file }: CachedFile): unknown {
  const { facts, ...rest } = reading;
  return {
    ...file,
    reading: rest,
    facts: facts && { ...facts, notified: [...facts.notified], answered: [...facts.answered] },
  };
}

function fromStored({ reading, facts, ...file }: StoredFile): CachedFile {
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
  };
}
