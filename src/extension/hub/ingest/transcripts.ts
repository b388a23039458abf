import { readFile } from 'node:fs/promises';
import { Coalescer } from '../../util/coalesce';
import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';
import type { PrivateFolder } from '../../util/privateFolder';
import type { DomainEvent } from '../domain/event';
import type { TranscriptFacts } from '../domain/session';
import { HistoryCache } from './historyCache';
import { parseObject, textIn } from './json';
import { agentEvents } from './reading';
import { ScanLane } from './scanLane';
import { Slices } from './slices';
import { TranscriptFile } from './transcriptFile';
import { findTranscripts, isSameStamp, stampOf, type FoundFile } from './transcriptFolders';
import { classify, isInside, type TranscriptKind } from './transcriptPath';
import { TranscriptWatcher } from './transcriptWatcher';
import type { StoredRecord, UsageLedger } from './usageLedger';

/** Between two looks at the files of living sessions that no watcher asked for, in ms. */
const sweepMs = 1_000;
/** Between two looks at the whole folder, in ms. */
const fullSweepMs = 30_000;
/** From a change to the cache on the disk, in ms. */
const saveMs = 15_000;

/** Up to this size a file is read at once at the start; of a larger one first the two ends, in bytes. */
const wholeBytes = 256 * 1024;
const wholeLiveBytes = 8 * 1024 * 1024;
const peekedBytes = 64 * 1024;
const peekedLiveBytes = 2 * 1024 * 1024;

/** Follows every transcript of a config home and tells what their lines say. */
export class Transcripts implements Disposable {
  private readonly files = new Map<string, TranscriptFile>();
  /** Files by session: the same transcript may lie in two folders, and the newer one speaks. */
  private readonly candidates = new Map<string, Set<TranscriptFile>>();
  private readonly told = new Map<string, TranscriptFacts>();
  private readonly slices = new Slices();
  private readonly lane = new ScanLane(this.slices);
  private readonly watcher: TranscriptWatcher;
  private readonly cache: HistoryCache;
  private readonly fullLooks = new Coalescer(() => this.lookAtAll());
  private readonly liveLooks = new Coalescer(() => this.sweepLive());
  private readonly saves = new Coalescer(() => this.save());
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly dirty = new Set<number>();
  private saving: NodeJS.Timeout | undefined;
  private disposed = false;
  /** Settles when the cache has been looked at: nothing in it is read again. */
  private readonly restored: Promise<void>;
  private onRestored: () => void = () => undefined;

  constructor(
    private readonly projects: string,
    cacheFolder: PrivateFolder,
    private readonly ledger: UsageLedger,
    private readonly emit: (event: DomainEvent) => void,
    private readonly isLive: (sessionId: string) => boolean,
    private readonly log: Log,
  ) {
    this.watcher = new TranscriptWatcher(projects, (file) => void this.look(file), log);
    this.cache = new HistoryCache(cacheFolder, this.slices, log);
    this.restored = new Promise((resolve) => (this.onRestored = resolve));
  }

  /** Resolves when everything that lies there now has been read: living sessions first, then the newest. */
  async start(): Promise<void> {
    this.watcher.start();
    await this.lookAtHistory();
    if (this.disposed) return;
    this.timers.push(
      setInterval(() => void this.liveLooks.run(), sweepMs),
      setInterval(() => void this.fullLooks.run(), fullSweepMs),
    );
  }

  dispose(): void {
    this.disposed = true;
    for (const timer of this.timers) clearInterval(timer);
    clearTimeout(this.saving);
    this.watcher.dispose();
  }

  /** Disposes and keeps for the next start what was read. */
  async close(): Promise<void> {
    this.dispose();
    await this.saves.run();
  }

  /** Reads what is new in a file; a path that is not a transcript of ours is passed over. */
  async look(file: string): Promise<void> {
    await this.restored;
    if (this.disposed) return;
    const known = this.files.get(file);
    if (known !== undefined) return known.looks.run();
    const kind = classify(this.projects, file);
    if (kind === undefined || !(await isInside(this.projects, file))) return;
    return this.follow(file, kind).looks.run();
  }

  private follow(file: string, kind: TranscriptKind): TranscriptFile {
    const known = this.files.get(file);
    if (known !== undefined) return known;
    const one = new TranscriptFile(file, kind, this.ledger, this.lane, (it) => this.read(it));
    this.files.set(file, one);
    if (kind.kind === 'session') {
      const candidates = this.candidates.get(kind.sessionId) ?? new Set();
      this.candidates.set(kind.sessionId, candidates.add(one));
    }
    return one;
  }

  private async read(file: TranscriptFile): Promise<void> {
    try {
      const news = file.hasNews();
      if (news === false || this.disposed) return;
      if (news === undefined) this.forget(file);
      else if (file.kind.kind === 'subagentMeta') await this.readMeta(file, file.kind);
      else if (await file.read()) this.tell(file);
      else this.forget(file);
      this.keepLater(file);
    } catch (error) {
      this.log.warn(`Cannot read the transcript ${file.path}: ${String(error)}`);
    }
  }

  private tell(file: TranscriptFile): void {
    for (const { sessionId, agentId, total } of this.ledger.takeChanges()) {
      this.emit({ type: 'usage', sessionId, at: file.reading.lastAt, agentId, total });
    }
    if (file.meta !== undefined) this.emit(file.meta);
    for (const event of agentEvents(file.of, file.reading)) this.emit(event);
    if (file.kind.kind !== 'session') return;
    this.tellSession(file.kind.sessionId);
    if (this.isLive(file.kind.sessionId)) this.watcher.follow(file.path.slice(0, -'.jsonl'.length));
  }

  private tellSession(sessionId: string): void {
    const candidates = [...(this.candidates.get(sessionId) ?? [])];
    const speaking = candidates.reduce<TranscriptFile | undefined>(
      (best, one) => ((one.stamp?.mtimeMs ?? -1) > (best?.stamp?.mtimeMs ?? -1) ? one : best),
      undefined,
    );
    if (speaking?.reading.facts !== undefined) this.tellFacts(sessionId, speaking.reading.facts);
  }

  private tellFacts(sessionId: string, facts: TranscriptFacts): void {
    if (this.told.get(sessionId) === facts) return;
    this.told.set(sessionId, facts);
    this.emit({ type: 'transcriptRead', sessionId, at: facts.lastAt ?? 0, facts });
  }

  private forget(file: TranscriptFile): void {
    this.files.delete(file.path);
    const { sessionId, kind } = file.kind;
    if (kind !== 'session') return;
    const candidates = this.candidates.get(sessionId);
    candidates?.delete(file);
    const told = this.told.get(sessionId);
    if (candidates !== undefined && candidates.size > 0) this.tellSession(sessionId);
    else if (told !== undefined) this.tellFacts(sessionId, { ...told, present: false });
  }

  private async readMeta(
    file: TranscriptFile,
    kind: Extract<TranscriptKind, { kind: 'subagentMeta' }>,
  ): Promise<void> {
    const stamp = stampOf(file.path);
    const meta = parseObject(await readFile(file.path, 'utf8'));
    if (meta === undefined || stamp === undefined) return;
    file.stamp = stamp;
    file.meta = {
      type: 'subagentTranscript',
      sessionId: kind.sessionId,
      agentId: kind.agentId,
      at: stamp.mtimeMs,
      path: file.path.replace(/\.meta\.json$/u, '.jsonl'),
      agentType: textIn(meta, 'agentType'),
      description: textIn(meta, 'description'),
      parentAgentId: textIn(meta, 'parentAgentId'),
      toolUseId: textIn(meta, 'toolUseId'),
      finished: meta['finished'] === true,
    };
    this.emit(file.meta);
  }

  /** The first look at everything: each session's state first, then what all of it cost. */
  private async lookAtHistory(): Promise<void> {
    const [found, cached] = await Promise.all([
      this.slices.run(findTranscripts(this.projects)),
      this.cache.load(),
    ]);
    const isLive = ({ kind }: FoundFile): number => Number(this.isLive(kind.sessionId));
    found.sort((a, b) => isLive(b) - isLive(a) || b.mtimeMs - a.mtimeMs);
    for (const one of found) {
      const file = this.follow(one.path, one.kind);
      const known = file.stamp === undefined ? cached.get(one.path) : undefined;
      if (known !== undefined) {
        file.restore(known);
        this.tell(file);
      }
      await this.slices.pause();
    }
    for (const gone of cached.keys()) {
      if (!this.files.has(gone)) this.dirty.add(HistoryCache.pieceOf(gone));
    }
    this.onRestored();
    const large: TranscriptFile[] = [];
    for (const one of found) {
      if (this.disposed) return;
      const file = this.follow(one.path, one.kind);
      if (isSameStamp(file.stamp, one)) continue;
      const live = this.isLive(one.kind.sessionId);
      const isLarge = one.size > (live ? wholeLiveBytes : wholeBytes);
      if (isLarge && file.stamp === undefined && one.kind.kind === 'session') {
        large.push(file);
        await this.peek(file, one.kind.sessionId, live ? peekedLiveBytes : peekedBytes);
      } else await file.looks.run();
    }
    for (const file of large) if (!this.disposed) await file.looks.run();
  }

  private async peek(file: TranscriptFile, sessionId: string, tailBytes: number): Promise<void> {
    try {
      const seen = await file.peek(tailBytes);
      if (seen?.facts !== undefined && !this.told.has(sessionId))
        this.tellFacts(sessionId, seen.facts);
    } catch (error) {
      this.log.warn(`Cannot read the transcript ${file.path}: ${String(error)}`);
    }
  }

  /** Heals what the watcher missed, for the sessions where it matters at once and those that begin. */
  private async sweepLive(): Promise<void> {
    for (const file of this.files.values()) {
      const matters = this.isLive(file.kind.sessionId) || (file.stamp?.size ?? 0) === 0;
      if (matters && file.hasNews() !== false) await file.looks.run();
    }
  }

  private async lookAtAll(): Promise<void> {
    const found = await this.slices.run(findTranscripts(this.projects));
    for (const one of found) {
      if (this.disposed) return;
      const file = this.follow(one.path, one.kind);
      if (!isSameStamp(file.stamp, one)) await file.looks.run();
    }
    const present = new Set(found.map((one) => one.path));
    for (const file of this.files.values()) if (!present.has(file.path)) await file.looks.run();
  }

  private keepLater(file: TranscriptFile): void {
    this.dirty.add(HistoryCache.pieceOf(file.path));
    if (this.disposed) return;
    this.saving ??= setTimeout(() => {
      this.saving = undefined;
      void this.saves.run();
    }, saveMs).unref();
  }

  /** Writes the pieces in which something changed. */
  private async save(): Promise<void> {
    const pieces = new Map<number, TranscriptFile[]>();
    for (const piece of this.dirty) pieces.set(piece, []);
    this.dirty.clear();
    const records = new Map<number, StoredRecord[]>();
    for (const file of this.files.values()) {
      const piece = pieces.get(HistoryCache.pieceOf(file.path));
      if (piece === undefined) continue;
      piece.push(file);
      records.set(file.source, []);
    }
    await this.slices.run(this.gather(records));
    for (const [piece, files] of pieces) {
      const kept = files.flatMap((file) => {
        const known = file.toCache();
        return known === undefined ? [] : [{ ...known, records: records.get(file.source) ?? [] }];
      });
      try {
        await this.cache.save(piece, kept);
      } catch (error) {
        this.log.warn(`Cannot keep what was read of transcripts: ${String(error)}`);
      }
    }
  }

  private *gather(records: Map<number, StoredRecord[]>): Generator<undefined, void> {
    for (const record of this.ledger.recordsOf(records)) {
      if (record === undefined) yield undefined;
      else records.get(record.source)?.push(record);
    }
  }
}
