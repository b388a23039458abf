import type { SessionOutcome } from '../../../../shared/protocol/layers/display';
import { type FoundFile, agentOf, hasEntries } from '../../../agents/transcripts/files';
import type { TranscriptHomes } from '../../../agents/transcripts/transcriptHomes';
import { newFold } from '../../../transcript/fold/fold';
import { foldVersion } from '../../../transcript/fold/foldCache';
import { foldLines } from '../../../transcript/fold/foldLines';
import { ReadLane } from '../../../transcript/file/readLane';
import type { FileCache, FileCacheKind } from '../../../util/files/fileCache';
import type { Slices } from '../../../util/thread/slices';
import { isUnchanged } from './pastSession';
import { outcomeFrom, extractWork, type TranscriptWork } from './transcriptWork';

/**
 * A transcript as it was read, with the work found in it; `work` is absent if no line has a time.
 */
interface ReadWork {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly work?: TranscriptWork | undefined;
}

/**
 * Increment the first number when the stored format changes; the rest changes with how transcripts
 * are read.
 */
export const workFile: FileCacheKind<ReadWork> = {
  name: 'outcomes.jsonl',
  version: `1 ${foldVersion}`,
};

interface PastOutcomesParts {
  readonly homes: Pick<TranscriptHomes, 'formatOf' | 'ownTranscript'>;
  readonly kept: FileCache<ReadWork>;
  readonly slices: Slices;
  readonly warn: (message: string) => void;
}

interface SessionWork {
  /** Transcripts by path: the session's own and its subagents'. */
  readonly files: Map<string, ReadWork>;
  /** Undefined until it is computed, null for a session without an outcome. */
  outcome: SessionOutcome | null | undefined;
}

/**
 * Outcomes of past sessions, which need complete transcripts. Nothing is read before the first
 * question about outcomes; then each transcript is read once, and again after it changed.
 */
export class PastOutcomes {
  /** Sessions by the path of their own transcript. */
  private readonly sessions = new Map<string, SessionWork>();
  private lane: ReadLane | undefined;
  private lastFiles: readonly FoundFile[] | undefined;
  private isSaved = true;
  private isClosed = false;

  constructor(private readonly parts: PastOutcomesParts) {}

  /** Returns the outcome as of the last read of the transcripts; undefined if there is none. */
  outcomeOf(transcript: string): SessionOutcome | undefined {
    const session = this.sessions.get(transcript);
    if (session === undefined) return undefined;
    if (session.outcome === undefined) session.outcome = outcomeIn(session, transcript) ?? null;
    return session.outcome ?? undefined;
  }

  /** Reads new and changed transcripts in the order of the list. Calls must not overlap. */
  async read(files: readonly FoundFile[]): Promise<void> {
    if (files === this.lastFiles) return;
    if (this.lane === undefined) {
      this.lane = new ReadLane(this.parts.slices);
      await this.restore(files);
    }
    for (const file of files) {
      await this.parts.slices.pause();
      if (this.isClosed) return;
      if (hasEntries(file.kind) && !this.isKnown(file)) await this.readOne(file);
    }
    this.retainOnly(files);
    this.lastFiles = files;
    await this.save();
  }

  /** Stops reading, and saves the results so far. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.save();
  }

  private isKnown(file: FoundFile): boolean {
    const known = this.sessions.get(this.parts.homes.ownTranscript(file))?.files.get(file.path);
    return isUnchanged(known, file);
  }

  private async readOne(file: FoundFile): Promise<void> {
    const { path, size, mtimeMs } = file;
    try {
      const work = await this.workIn(file);
      const main = this.parts.homes.ownTranscript(file);
      this.add(main, { path, size, mtimeMs, ...(work !== undefined && { work }) });
      this.isSaved = false;
    } catch (error) {
      this.parts.warn(`Cannot read ${path}: ${String(error)}`);
    }
  }

  private async workIn({ path, size, kind }: FoundFile): Promise<TranscriptWork | undefined> {
    const agentId = agentOf(kind);
    const format = this.parts.homes.formatOf(path);
    const source = { path, sessionId: kind.sessionId, agentId, format };
    const end = await this.lane?.run(path, (open) =>
      foldLines(open, source, newFold(source), 0, size),
    );
    return end && extractWork(end.reading);
  }

  private add(transcript: string, read: ReadWork): void {
    const session = this.sessions.get(transcript) ?? { files: new Map(), outcome: undefined };
    session.files.set(read.path, read);
    session.outcome = undefined;
    this.sessions.set(transcript, session);
  }

  private retainOnly(files: readonly FoundFile[]): void {
    const present = new Set(files.map(({ path }) => path));
    for (const [transcript, session] of this.sessions) {
      for (const path of session.files.keys()) {
        if (present.has(path)) continue;
        session.files.delete(path);
        session.outcome = undefined;
        this.isSaved = false;
      }
      if (session.files.size === 0) this.sessions.delete(transcript);
    }
  }

  private async restore(files: readonly FoundFile[]): Promise<void> {
    try {
      const stored = await this.parts.kept.load();
      for (const file of files) {
        const read = stored.get(file.path);
        if (read === undefined || !isUnchanged(read, file)) continue;
        this.add(this.parts.homes.ownTranscript(file), read);
      }
    } catch (error) {
      this.parts.warn(`What past sessions delivered is read anew: ${String(error)}`);
    }
  }

  private async save(): Promise<void> {
    if (this.isSaved) return;
    this.isSaved = true;
    try {
      const all = [...this.sessions.values()].flatMap(({ files }) => [...files.values()]);
      await this.parts.kept.save(all);
    } catch (error) {
      this.isSaved = false;
      this.parts.warn(`What past sessions delivered was not kept: ${String(error)}`);
    }
  }
}

function outcomeIn({ files }: SessionWork, transcript: string): SessionOutcome | undefined {
  const subagents = [...files.values()].flatMap(({ path, work }) =>
    path === transcript || work === undefined ? [] : [work],
  );
  return outcomeFrom(files.get(transcript)?.work, subagents);
}
