import { setTimeout as delay } from 'node:timers/promises';
import type { HistoryEntry } from '../../../../shared/protocol/history';
import type { FoundFile } from '../../../agents/transcripts/files';
import type { TranscriptHomes } from '../../../agents/transcripts/transcriptHomes';
import type { PastSession } from '../../../transcript/fold/transcriptEnds';
import { FileCache } from '../../../util/files/fileCache';
import type { PrivateFolder } from '../../../util/files/privateFolder';
import type { Slices } from '../../../util/thread/slices';
import type { Catalogue } from '../catalogue';
import type { Questions, ReadingNews, TextNews } from '../messages';
import { TextSearch, type TextFinding } from '../search/textSearch';
import { HistoryIndex, indexFile } from './historyIndex';
import { pastFilter, type PastFilter } from './pastFilter';
import { PastOutcomes, workFile } from './pastOutcomes';
import { historyEntry, isSession } from './pastSession';

/** Minimum time in ms between two walks through all transcripts. */
const minWalkGapMs = 2_000;

/**
 * Maximum time in ms for which an answer waits for reading; later results are in the next answer.
 */
const maxWaitMs = 150;

/** Minimum time between two progress events of a text search, in ms. */
const progressMs = 100;

export interface PastParts {
  readonly homes: TranscriptHomes;
  readonly catalogue: Catalogue;
  readonly cacheFolder: PrivateFolder;
  readonly slices: Slices;
  readonly emit: (news: ReadingNews) => void;
}

/** The sessions of one config home, from both ends of their transcripts, and their outcomes. */
export class Past {
  private readonly index: HistoryIndex;
  private readonly file: FileCache<PastSession>;
  private readonly outcomes: PastOutcomes;
  private readonly restored: Promise<void>;
  /** Resolves when all transcripts are listed. */
  private listed: Promise<unknown> = Promise.resolve();
  /** Set while the ends of new transcripts are being read. */
  private reading: Promise<void> | undefined;
  /** Set while complete transcripts are read for outcomes. */
  private readingOutcomes: Promise<void> | undefined;
  private walkedAt = -Infinity;
  private readonly warned = new Set<string>();

  constructor(private readonly parts: PastParts) {
    const { homes, catalogue, cacheFolder, slices, emit } = parts;
    this.index = new HistoryIndex(homes, catalogue, (file, error) =>
      emit({ type: 'unreadable', file, reason: String(error) }),
    );
    this.file = new FileCache(cacheFolder, slices, indexFile);
    this.outcomes = new PastOutcomes({
      homes,
      kept: new FileCache(cacheFolder, slices, workFile),
      slices,
      warn: (message) => this.warnOnce(message),
    });
    this.restored = this.restore();
  }

  /** Reads new transcripts, and stores the index. */
  async readAndSave(): Promise<void> {
    this.refresh();
    await this.reading;
    await this.saveIndex();
  }

  async search({
    query,
    tokens,
    limit,
    marks,
  }: Questions['search']['request']): Promise<Questions['search']['answer']> {
    const filter = this.filterBy(tokens);
    this.refresh();
    await this.restored;
    const outcomes = filter?.needsOutcomes === true ? this.readOutcomes() : undefined;
    await Promise.race([Promise.all([this.reading, outcomes]), delay(maxWaitMs)]);
    const { sessions, total } = this.index.search(query, limit, marks, filter?.has);
    const isRead = outcomes === undefined || this.readingOutcomes === undefined;
    return {
      sessions: sessions.map((session) => this.entry(session)),
      total,
      complete: isRead && this.reading === undefined,
    };
  }

  async session(sessionId: string): Promise<HistoryEntry | undefined> {
    this.refresh();
    await this.listed;
    const session = this.index.session(sessionId);
    return session && this.entry(session);
  }

  /** Searches texts; an abort ends the search, and no hit follows. */
  async searchText(
    { query, tokens, limit }: Questions['searchText']['request'],
    emit: (event: TextNews) => void,
    signal: AbortSignal,
  ): Promise<Questions['searchText']['answer']> {
    const filter = this.filterBy(tokens);
    this.refresh();
    await this.listed;
    if (filter?.needsOutcomes === true) await this.readOutcomes();
    const { homes, catalogue, slices } = this.parts;
    const files = filter === undefined ? catalogue.files : this.filesOf(filter);
    const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
    let hits = 0;
    let emittedAt = performance.now();
    for (const { found, searchedBytes } of new TextSearch(query, homes).run(files)) {
      if (signal.aborted) break;
      const hit = found && this.hitOf(found);
      if (hit !== undefined) {
        emit({ type: 'hit', data: hit });
        hits += 1;
      }
      if (hits === limit) break;
      if (!(await slices.pause()) || signal.aborted) continue;
      const now = performance.now();
      if (now - emittedAt < progressMs) continue;
      emittedAt = now;
      emit({ type: 'progress', data: { searchedBytes, totalBytes } });
    }
    return { more: hits === limit };
  }

  /** Stops reading, and stores the results so far. */
  async close(): Promise<void> {
    this.index.close();
    await Promise.all([this.saveIndex(), this.outcomes.close()]);
  }

  private hitOf({
    file,
    excerpt,
  }: TextFinding): Extract<TextNews, { type: 'hit' }>['data'] | undefined {
    const session = this.index.sessionOf(file);
    // The session's own transcript is missing, or has no messages.
    if (session === undefined || !isSession(session)) return undefined;
    const { at, ...text } = excerpt;
    const agentId = file.kind.kind === 'subagent' ? { agentId: file.kind.agentId } : {};
    return { session: this.entry(session), ...agentId, ...text, ...(at && { at }) };
  }

  private entry(session: PastSession): HistoryEntry {
    const agent = this.parts.homes.agentOf(session.path);
    return historyEntry(session, agent, this.outcomes.outcomeOf(session.path));
  }

  private filterBy(tokens: string | undefined): PastFilter | undefined {
    return pastFilter(tokens, ({ path }) => this.outcomes.outcomeOf(path));
  }

  /** Returns the transcripts of the sessions that match the filter. */
  private filesOf({ has }: PastFilter): readonly FoundFile[] {
    return this.parts.catalogue.files.filter((file) => {
      const session = this.index.sessionOf(file);
      return session !== undefined && has(session);
    });
  }

  /** Reads outcomes; resolves when all transcripts of the last walk are read. */
  private readOutcomes(): Promise<void> {
    this.readingOutcomes ??= this.readNewOutcomes().finally(
      () => (this.readingOutcomes = undefined),
    );
    return this.readingOutcomes;
  }

  private async readNewOutcomes(): Promise<void> {
    await this.listed;
    await this.reading;
    await this.outcomes.read(this.parts.catalogue.files);
  }

  /** Starts a walk, unless the last one is recent enough. */
  private refresh(): void {
    if (this.reading !== undefined || performance.now() - this.walkedAt < minWalkGapMs) return;
    this.listed = this.restored.then(() => this.parts.catalogue.refresh());
    this.reading = this.readNew().finally(() => (this.reading = undefined));
  }

  private async readNew(): Promise<void> {
    await this.listed;
    this.walkedAt = performance.now();
    await this.parts.slices.run(this.index.readNew());
  }

  private async restore(): Promise<void> {
    try {
      this.index.restore(await this.file.load());
    } catch (error) {
      const message = `The list of past sessions is made anew: ${String(error)}`;
      this.parts.emit({ type: 'log', level: 'info', message });
    }
  }

  private async saveIndex(): Promise<void> {
    if (!this.index.hasChanged) return;
    this.index.hasChanged = false;
    try {
      await this.file.save(this.index.entriesToStore);
    } catch (error) {
      this.index.hasChanged = true;
      this.warnOnce(`The list of past sessions was not kept: ${String(error)}`);
    }
  }

  private warnOnce(message: string): void {
    if (this.warned.has(message)) return;
    this.warned.add(message);
    this.parts.emit({ type: 'log', level: 'warn', message });
  }
}
