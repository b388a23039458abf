import type { SubagentReadEvent } from '../../hub/domain/facts/event';
import { mayContinueFrom } from '../file/readPlace';
import { Coalescer } from '../../util/coalesce';
import { FileTail } from '../file/fileTail';
import type { CachedFile } from './foldCache';
import { newFold, withEntry, type TranscriptFold, type SubjectWithFormat } from './fold';
import type { OpenFile, ReadLane } from '../file/readLane';
import {
  isSameStamp,
  stampOf,
  type FileStamp,
  type TranscriptKind,
  agentOf,
} from '../../agents/transcripts/files';
import type { Entry, ParsedEntry } from '../../agents/transcripts/entry';
import type { OnUnknown, TranscriptFormat } from '../../agents/transcripts/format';
import { foldEnds } from './foldLines';
import { lineText } from '../lines/lineText';

/**
 * Up to this many unread bytes are read in the `news` lane, so that active sessions do not wait for
 * long reads.
 */
const newsBytes = 64 * 1024;

/** Lanes that read transcripts; each reads one at a time. */
export interface ReadLanes {
  readonly bulk: ReadLane;
  readonly news: ReadLane;
}

/**
 * A part of a transcript that was read, by its places in bytes; it starts at 0 if everything before
 * is invalid.
 */
export interface TranscriptReadPart {
  readonly from: number;
  readonly to: number;
  /** Absent if too much was read at once to keep it in memory. */
  readonly entries?: readonly ParsedEntry<Entry>[];
}

/** Additional reader of transcripts; its state for each transcript is stored with the facts. */
export interface TranscriptReader {
  restore(of: SubjectWithFormat, kept: unknown, to: number): void;
  read(of: SubjectWithFormat, part: TranscriptReadPart): void;
  /** Sets the session's own transcript: calls in its other copies are ignored. */
  setMain(sessionId: string, path: string): void;
  kept(path: string): unknown;
  /** True if there is new state to store; set to false once it is stored. */
  hasChanged: boolean;
}

export interface FollowedFile {
  readonly path: string;
  readonly kind: TranscriptKind;
  readonly format: TranscriptFormat;
}

/** Follows one transcript: how far it was read, and the facts so far. */
export class TranscriptFile {
  readonly path: string;
  readonly kind: TranscriptKind;
  readonly of: SubjectWithFormat;
  reading: TranscriptFold;
  /** Content of the meta file next to a subagent's transcript; set only for meta files. */
  meta: SubagentReadEvent | undefined;
  /** Stamp of the file when it was last read; undefined before that. */
  stamp: FileStamp | undefined;
  readonly looks: Coalescer;
  private readonly tail = new FileTail();

  constructor(
    { path, kind, format }: FollowedFile,
    private readonly lanes: ReadLanes,
    read: (file: TranscriptFile) => Promise<void>,
    /** Called for each new entry of an unknown type. */
    private readonly onUnknown: OnUnknown = () => undefined,
  ) {
    this.path = path;
    this.kind = kind;
    this.of = { path, sessionId: kind.sessionId, agentId: agentOf(kind), format };
    this.reading = newFold(this.of);
    this.looks = new Coalescer(() => read(this));
  }

  restore(cached: CachedFile): void {
    this.reading = cached.reading;
    this.meta = cached.meta;
    this.stamp = cached.stamp;
    this.tail.resume(cached.place);
  }

  /**
   * The state to cache; undefined before the file was read, and for files that are always read
   * completely.
   */
  toCache(matches: unknown): CachedFile | undefined {
    const { path, kind, stamp, reading, meta } = this;
    const { place } = this.tail;
    if (kind.kind === 'workflowJournal') return undefined;
    return stamp && { path, stamp, place, reading, meta, matches };
  }

  /** True if there is something to read; undefined if the file is gone. */
  hasNews(): boolean | undefined {
    try {
      const now = stampOf(this.path);
      return now === undefined ? undefined : !isSameStamp(this.stamp, now);
    } catch {
      return true; // Reading the file then gives the reason.
    }
  }

  /** Returns facts from the file's two ends before all of it is read. */
  async peek(tailBytes: number): Promise<TranscriptFold | undefined> {
    return this.lanes.bulk.run(this.path, (open) =>
      foldEnds(open, this.of, newFold(this.of), tailBytes),
    );
  }

  /** Reads what is new; undefined if the file is gone. */
  async read(): Promise<TranscriptReadPart | undefined> {
    const stamp = stampOf(this.path);
    if (stamp === undefined) return undefined;
    const { place, wholeLines } = this.tail;
    if (place !== undefined && !mayContinueFrom(stamp, place)) this.restart();
    const isBulk = stamp.size - wholeLines > newsBytes || this.stamp === undefined;
    const lane = isBulk ? this.lanes.bulk : this.lanes.news;
    const part = await lane.run(this.path, (open) => this.readNew(open, isBulk));
    if (part !== undefined) this.stamp = stamp;
    return part;
  }

  private *readNew(open: OpenFile, isBulk: boolean): Generator<unknown, TranscriptReadPart> {
    let from = this.tail.wholeLines;
    let { reading } = this;
    const entries: ParsedEntry<Entry>[] = [];
    yield* this.tail.read(open, {
      onLine: (line) => {
        for (const parsed of this.of.format.entries(lineText(line))) {
          reading = withEntry(reading, this.of, parsed);
          if (isBulk) continue;
          entries.push(parsed);
          this.reportUnknown(parsed.line, reading);
        }
      },
      onRestart: () => {
        this.restart();
        from = 0;
        ({ reading } = this);
      },
    });
    this.reading = reading;
    return { from, to: this.tail.wholeLines, ...(isBulk ? {} : { entries }) };
  }

  private reportUnknown(entry: Entry, { facts }: TranscriptFold): void {
    if (entry.kind !== 'other' || entry.unknown === undefined) return;
    const { program } = this.of.format.voices;
    this.onUnknown(entry.unknown, { program, version: entry.version ?? facts?.version });
  }

  private restart(): void {
    this.reading = newFold(this.of);
    this.stamp = undefined;
    this.tail.resume(undefined);
  }
}
