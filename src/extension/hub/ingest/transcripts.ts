import {
  isSameStamp,
  stampOf,
  type FoundFile,
  type TranscriptKind,
} from '../../agents/transcripts/files';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { Coalescer } from '../../util/coalesce';
import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';
import { FileCache } from '../../util/files/fileCache';
import type { PrivateFolder } from '../../util/files/privateFolder';
import type { DomainEvent } from '../domain/facts/event';
import type { TranscriptFacts } from '../domain/facts/session';
import type { OnUnknown } from '../../agents/transcripts/format';
import type { TranscriptHomes } from '../../agents/transcripts/transcriptHomes';
import { subagentReadEvent, transcriptReadEvent } from '../../transcript/fold/fold';
import { foldFile, type CachedFile } from '../../transcript/fold/foldCache';
import { ReadLane } from '../../transcript/file/readLane';
import { Slices } from '../../util/thread/slices';
import { TranscriptFile, type TranscriptReader } from '../../transcript/fold/transcriptFile';
import type { Unreadable } from './unreadable';

/** Poll interval in ms of living sessions' files, for changes that the watcher missed. */
const sweepMs = 1_000;
/** Poll interval in ms of all followed files. */
const fullSweepMs = 30_000;
/** Interval in ms at which the cache is written. */
const saveMs = 60_000;

/** Maximum size in bytes of a file read in one pass; of larger ones both ends are read first. */
const wholeBytes = 128 * 1024;
const wholeLiveBytes = 2 * 1024 * 1024;
const peekedBytes = 64 * 1024;
const peekedLiveBytes = 1024 * 1024;

/** Maximum size of a subagent's meta file in bytes; no client writes a larger one. */
const maxMetaBytes = 64 * 1024;

const noSessions: ReadonlySet<string> = new Set();

export interface TranscriptsParts {
  readonly homes: TranscriptHomes;
  readonly cacheFolder: PrivateFolder;
  readonly emit: (event: DomainEvent) => void;
  /** Called when a session's transcript is no longer followed. */
  readonly forget: (sessionId: string) => void;
  readonly isLive: (sessionId: string) => boolean;
  /** Called with a living session's transcript after a read: new subagents appear next to it. */
  readonly onLive: (transcript: string) => void;
  /** Called for a file whose change the watcher missed. */
  readonly onMissed: (file: string) => void;
  /** Called for each new entry of an unknown type, with the program that wrote it. */
  readonly onUnknown?: OnUnknown;
  readonly rules?: TranscriptReader | undefined;
  readonly unreadable: Unreadable;
  readonly log: Log;
}

/** Follows the transcripts of the board's sessions, and emits events from their lines. */
export class Transcripts implements Disposable {
  private readonly files = new Map<string, TranscriptFile>();
  private readonly sessions = new Map<string, Set<TranscriptFile>>();
  private readonly emitted = new Map<string, TranscriptFacts>();
  private readonly slices = new Slices();
  private readonly lanes = { bulk: new ReadLane(this.slices), news: new ReadLane(this.slices) };
  private readonly cache: FileCache<CachedFile>;
  private readonly fullSweeps = new Coalescer(() => this.sweepAll());
  private readonly liveSweeps = new Coalescer(() => this.sweepLive());
  private readonly saves = new Coalescer(() => this.save());
  private readonly timers: readonly NodeJS.Timeout[];
  private cached = new Map<string, CachedFile>();
  private isSaved = true;
  private disposed = false;
  /** Resolves when the cache is loaded; files in it are not read again unless they changed. */
  private readonly restored: Promise<void>;

  constructor(private readonly parts: TranscriptsParts) {
    this.cache = new FileCache(parts.cacheFolder, this.slices, foldFile);
    this.restored = this.restore();
    this.timers = [
      setInterval(() => void this.liveSweeps.run(), sweepMs).unref(),
      setInterval(() => void this.fullSweeps.run(), fullSweepMs).unref(),
      setInterval(() => void this.saves.run(), saveMs).unref(),
    ];
  }

  dispose(): void {
    this.disposed = true;
    for (const timer of this.timers) clearInterval(timer);
  }

  /** Disposes, and saves the results in the cache for the next start. */
  async close(): Promise<void> {
    this.dispose();
    await this.saves.run();
  }

  /**
   * Reads the existing files of these sessions, including subagents'. `onShown` is called once the
   * state of every session is known; that of a large transcript comes from its start and end.
   */
  async readSessions(wanted: ReadonlySet<string>, onShown?: () => void): Promise<void> {
    await this.readAtOnce(await this.find(wanted), onShown);
  }

  /** Reads chosen sessions from the previous hub's cache, without a search of all folders. */
  async readCached(choose: (found: readonly FoundFile[]) => readonly FoundFile[]): Promise<void> {
    await this.restored;
    const sessionIds = new Set<string>();
    for (const file of this.cached.keys()) {
      const kind = this.parts.homes.classify(file);
      if (kind !== undefined) sessionIds.add(kind.sessionId);
    }
    if (sessionIds.size === 0) return;
    await this.readAtOnce(choose(await this.find(sessionIds)));
  }

  /**
   * Reads these sessions and stops following all others, except pinned and living ones and those
   * that changed no earlier than the oldest unpinned session in `recent`.
   */
  async followRecent(recent: readonly FoundFile[], pinned = noSessions): Promise<void> {
    await this.restored;
    const wanted = new Set([...recent.map(({ kind }) => kind.sessionId), ...pinned]);
    const oldest = recent
      .filter(({ kind }) => kind.kind === 'session' && !pinned.has(kind.sessionId))
      .reduce((least, { mtimeMs }) => Math.min(least, mtimeMs), Infinity);
    for (const sessionId of this.sessions.keys()) {
      if (!wanted.has(sessionId) && !this.isActive(sessionId, oldest)) this.unfollow(sessionId);
    }
    const isNew = ({ path }: FoundFile): boolean => !this.files.has(path);
    await this.readAtOnce([...recent.filter(isNew), ...recent.filter((one) => !isNew(one))]);
    const left = [...pinned].filter((sessionId) => !this.sessions.has(sessionId));
    if (left.length > 0) await this.readSessions(new Set(left));
    this.cached.clear(); // The remaining entries belong to past sessions.
  }

  isFollowed(sessionId: string): boolean {
    return this.sessions.has(sessionId);
  }

  /** True if the file is followed, and nothing was added since its last read. */
  isUpToDate(file: string): boolean {
    return this.files.get(file)?.hasNews() === false;
  }

  /** Reads a file's new lines; paths other than our transcripts are ignored. */
  async readFile(file: string): Promise<void> {
    await this.restored;
    if (this.disposed) return;
    const known = this.files.get(file);
    if (known !== undefined) return known.looks.run();
    const { homes } = this.parts;
    const kind = homes.classify(file);
    if (kind === undefined || !(await homes.isInside(file))) return;
    const isBack = !this.sessions.has(kind.sessionId);
    await this.follow(file, kind).looks.run();
    if (kind.kind === 'subagent') await this.readJournalBeside(file, kind.sessionId);
    // A past session that became active again: its subagents' files are read, too.
    if (isBack) await this.readSessions(new Set([kind.sessionId]));
  }

  /** Reads files so that all states are known early: the middle of large files is read last. */
  private async readAtOnce(found: readonly FoundFile[], onShown?: () => void): Promise<void> {
    await this.restored;
    const large: TranscriptFile[] = [];
    for (const one of found) {
      if (this.disposed) return;
      const file = this.follow(one.path, one.kind);
      await this.slices.pause();
      if (isSameStamp(file.stamp, one)) continue;
      const isLive = this.parts.isLive(one.kind.sessionId);
      const isLarge = one.size > (isLive ? wholeLiveBytes : wholeBytes);
      if (isLarge && file.stamp === undefined && one.kind.kind === 'session') {
        large.push(file);
        await this.peek(file, one.kind.sessionId, isLive ? peekedLiveBytes : peekedBytes);
      } else await file.looks.run();
    }
    onShown?.();
    for (const file of large) if (!this.disposed) await file.looks.run();
  }

  private find(wanted: ReadonlySet<string>): Promise<readonly FoundFile[]> {
    const { homes, unreadable } = this.parts;
    const onUnreadable = (file: string, error: unknown) => unreadable.report(file, String(error));
    return this.slices.run(homes.find(onUnreadable, wanted));
  }

  private follow(path: string, kind: TranscriptKind): TranscriptFile {
    const known = this.files.get(path);
    if (known !== undefined) return known;
    const { homes, onUnknown } = this.parts;
    const of = { path, kind, format: homes.formatOf(path) };
    const file = new TranscriptFile(of, this.lanes, (it) => this.read(it), onUnknown);
    this.files.set(path, file);
    const siblings = this.sessions.get(kind.sessionId) ?? new Set();
    this.sessions.set(kind.sessionId, siblings.add(file));
    const cached = this.cached.get(path);
    if (cached !== undefined) {
      this.cached.delete(path);
      file.restore(cached);
      this.emitLines(file);
      if (cached.place !== undefined) {
        this.parts.rules?.restore(file.of, cached.matches, cached.place.offset);
      }
    }
    return file;
  }

  private unfollow(sessionId: string): void {
    for (const file of this.sessions.get(sessionId) ?? []) this.files.delete(file.path);
    this.sessions.delete(sessionId);
    this.emitted.delete(sessionId);
    this.isSaved = false;
    this.parts.forget(sessionId);
  }

  private isActive(sessionId: string, since: number): boolean {
    if (this.parts.isLive(sessionId)) return true;
    const files = [...(this.sessions.get(sessionId) ?? [])];
    return files.some(
      ({ kind, stamp }) => kind.kind === 'session' && (stamp?.mtimeMs ?? 0) >= since,
    );
  }

  private async read(file: TranscriptFile): Promise<void> {
    try {
      const news = file.hasNews();
      if (news === false || this.disposed) return;
      if (news === undefined) this.removeFile(file);
      else if (file.kind.kind === 'subagentMeta') this.readMeta(file, file.kind);
      else if (file.kind.kind === 'workflowJournal') await this.readJournal(file);
      else await this.readNewLines(file);
      this.isSaved = false;
    } catch (error) {
      this.parts.unreadable.report(file.path, String(error));
    }
  }

  private async readNewLines(file: TranscriptFile): Promise<void> {
    const part = await file.read();
    if (part === undefined) return this.removeFile(file);
    this.emitLines(file);
    if (this.files.get(file.path) === file) this.parts.rules?.read(file.of, part);
  }

  private emitLines(file: TranscriptFile): void {
    if (this.files.get(file.path) !== file) return; // The file is no longer followed.
    const { sessionId, kind } = file.kind;
    if (file.meta !== undefined) this.parts.emit(file.meta);
    const agent = subagentReadEvent(file.of, file.reading);
    if (agent !== undefined) this.parts.emit(agent);
    if (kind !== 'session') return;
    this.emitNewestFacts(sessionId);
    if (this.parts.isLive(sessionId)) this.parts.onLive(file.path);
  }

  /** Emits the facts of the newest transcript: two folders may each have one of a session. */
  private emitNewestFacts(sessionId: string): void {
    let newest: TranscriptFile | undefined;
    for (const file of this.sessions.get(sessionId) ?? []) {
      if (file.kind.kind !== 'session') continue;
      if ((file.stamp?.mtimeMs ?? -1) > (newest?.stamp?.mtimeMs ?? -1)) newest = file;
    }
    if (newest?.reading.facts !== undefined) this.emitFacts(sessionId, newest.reading.facts);
  }

  private emitFacts(sessionId: string, facts: TranscriptFacts): void {
    const before = this.emitted.get(sessionId);
    if (before === facts) return;
    this.emitted.set(sessionId, facts);
    this.parts.emit(transcriptReadEvent(sessionId, facts, Date.now()));
    if (before?.path !== facts.path) this.parts.rules?.setMain(sessionId, facts.path);
  }

  private removeFile(file: TranscriptFile): void {
    if (!this.files.delete(file.path)) return;
    const { sessionId, kind } = file.kind;
    const siblings = this.sessions.get(sessionId);
    siblings?.delete(file);
    if (siblings?.size === 0) this.sessions.delete(sessionId);
    if (kind !== 'session') return;
    const last = this.emitted.get(sessionId);
    const others = Array.from(siblings ?? []).some((one) => one.kind.kind === 'session');
    if (others) this.emitNewestFacts(sessionId);
    else if (last !== undefined) this.emitFacts(sessionId, { ...last, present: false });
  }

  private readMeta(
    file: TranscriptFile,
    kind: Extract<TranscriptKind, { kind: 'subagentMeta' }>,
  ): void {
    const stamp = stampOf(file.path);
    const companions = this.parts.homes.companionsOf(file.path);
    if (stamp === undefined || stamp.size > maxMetaBytes) return;
    const meta = companions?.meta(fs.readFileSync(file.path, 'utf8'));
    if (companions === undefined || meta === undefined) return;
    file.stamp = stamp;
    file.meta = {
      type: 'subagentRead',
      sessionId: kind.sessionId,
      agentId: kind.agentId,
      at: stamp.mtimeMs,
      path: companions.transcriptBeside(file.path, kind.agentId),
      meta,
    };
    this.emitLines(file);
  }

  /**
   * Emits which agents of a workflow have returned: hooks may not report it, meta files never do.
   */
  private async readJournal(file: TranscriptFile): Promise<void> {
    const stamp = stampOf(file.path);
    const companions = this.parts.homes.companionsOf(file.path);
    if (stamp === undefined || companions === undefined) return;
    const { sessionId } = file.kind;
    for (const agentId of await companions.returnedAgents(file.path)) {
      const path = companions.transcriptBeside(file.path, agentId);
      const at = stampOf(path)?.mtimeMs;
      if (at === undefined) continue;
      this.parts.emit({ type: 'subagentRead', sessionId, agentId, at, path, hasReturned: true });
    }
    file.stamp = stamp;
  }

  /** Rereads the journal, which may list agents as returned before their transcripts exist. */
  private async readJournalBeside(file: string, sessionId: string): Promise<void> {
    for (const one of this.sessions.get(sessionId) ?? []) {
      const isBeside = path.dirname(one.path) === path.dirname(file);
      if (one.kind.kind !== 'workflowJournal' || !isBeside) continue;
      one.stamp = undefined;
      await one.looks.run();
    }
  }

  private async peek(file: TranscriptFile, sessionId: string, tailBytes: number): Promise<void> {
    try {
      const seen = await file.peek(tailBytes);
      if (seen?.facts !== undefined && !this.emitted.has(sessionId))
        this.emitFacts(sessionId, seen.facts);
    } catch (error) {
      this.parts.unreadable.report(file.path, String(error));
    }
  }

  /** Reads changes that the watcher missed, in files of living sessions and in empty files. */
  private async sweepLive(): Promise<void> {
    for (const file of this.files.values()) {
      const isSwept = this.parts.isLive(file.kind.sessionId) || (file.stamp?.size ?? 0) === 0;
      if (isSwept && file.hasNews() !== false) await this.readMissed(file);
    }
  }

  private async sweepAll(): Promise<void> {
    for (const file of this.files.values()) {
      if (this.disposed) return;
      await this.slices.pause();
      if (file.hasNews() !== false) await this.readMissed(file);
    }
  }

  private async readMissed(file: TranscriptFile): Promise<void> {
    this.parts.onMissed(file.path);
    await file.looks.run();
  }

  private async restore(): Promise<void> {
    try {
      this.cached = await this.cache.load();
    } catch (error) {
      this.parts.log.info(`What was read of transcripts before is read again: ${String(error)}`);
      this.isSaved = false;
    }
  }

  private async save(): Promise<void> {
    const { rules } = this.parts;
    if (this.isSaved && rules?.hasChanged !== true) return;
    this.isSaved = true;
    if (rules !== undefined) rules.hasChanged = false;
    const read = [...this.files.values()].map((file) => file.toCache(rules?.kept(file.path)));
    const files = [...read.filter((one) => one !== undefined), ...this.cached.values()];
    try {
      await this.cache.save(files);
    } catch (error) {
      this.parts.log.warn(`Cannot keep what was read of transcripts: ${String(error)}`);
    }
  }
}
