import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { HistoryEntry } from '../../../../shared/protocol/history';
import type { FoundFile } from '../../../agents/claude/catalogue/transcriptFolders';
import type { PastSession } from '../../../transcript/fold/transcriptEnds';
import { PrivateFolder } from '../../../util/files/privateFolder';
import { Slices } from '../../../util/slices';
import { HistoryIndex } from './historyIndex';
import { IndexFile } from './indexFile';
import { pastFilter, type PastFilter } from './pastFilter';
import { PastOutcomes } from './pastOutcomes';
import { historyEntry, isSession } from './pastSession';
import { TextSearch, type TextFinding } from '../search/textSearch';
import type { FromHistoryThread, HistoryThreadData, ToHistoryThread } from './threadMessages';
import { WorkFile } from './workFile';

/** Messages are looked at this often in the middle of long work, in ms. */
const sliceMs = 8;

/** A look at all transcripts is good for so long, in ms. */
const freshMs = 2_000;

/** An answer waits for a new look at most this long, in ms; what that finds later comes with the next. */
const patienceMs = 150;

const progressMs = 100;

/** The past of one config home, in a thread of its own: it reads and searches with calls that wait for the disk. */
class HistoryThread {
  /** Answers questions in the middle of long work, between two slices of it. */
  private readonly slices = new Slices(sliceMs);
  private readonly index: HistoryIndex;
  private readonly file: IndexFile;
  private readonly outcomes: PastOutcomes;
  private readonly restored: Promise<void>;
  /** Settles when it is known which transcripts there are. */
  private listed: Promise<void> = Promise.resolve();
  /** Set while new ones are being read. */
  private reading: Promise<void> | undefined;
  /** Set while whole transcripts are read for what they delivered. */
  private readingOutcomes: Promise<void> | undefined;
  private readonly wanted = new Set<number>();
  private readonly warned = new Set<string>();
  private lookedAt = -Infinity;
  private isKept = true;

  constructor(
    private readonly port: MessagePort,
    { projects, cacheFolder }: HistoryThreadData,
  ) {
    this.index = new HistoryIndex(projects, (file, error) => {
      this.warnOnce(`Cannot read ${file}: ${String(error)}`);
    });
    const folder = new PrivateFolder(cacheFolder);
    this.file = new IndexFile(folder);
    this.outcomes = new PastOutcomes({
      kept: new WorkFile(folder, this.slices),
      slices: this.slices,
      warn: (message) => this.warnOnce(message),
    });
    this.restored = this.restore();
  }

  start(): void {
    this.look();
    this.port.on('message', (message: ToHistoryThread) => void this.take(message));
  }

  private async take(message: ToHistoryThread): Promise<void> {
    switch (message.type) {
      case 'search':
        return this.search(message);
      case 'searchText':
        return this.searchText(message);
      case 'session':
        return this.tellSession(message);
      case 'warm':
        this.look();
        await this.reading;
        await this.keep();
        this.post({ type: 'warmed', id: message.id });
        return undefined;
      case 'cancel':
        this.wanted.delete(message.id);
        return undefined;
      case 'close':
        this.wanted.clear();
        await this.keep();
        await this.outcomes.close();
        this.port.close();
        return undefined;
    }
  }

  private async search({
    id,
    query,
    tokens,
    limit,
    marks,
  }: Extract<ToHistoryThread, { type: 'search' }>): Promise<void> {
    const filter = this.filterBy(tokens);
    this.look();
    await this.restored;
    const outcomes = filter?.needsOutcomes === true ? this.readOutcomes() : undefined;
    await Promise.race([Promise.all([this.reading, outcomes]), delay(patienceMs)]);
    const { sessions, total } = this.index.search(query, limit, marks, filter?.has);
    const isRead = outcomes === undefined || this.readingOutcomes === undefined;
    this.post({
      type: 'found',
      id,
      sessions: sessions.map((session) => this.entry(session)),
      total,
      complete: isRead && this.reading === undefined,
    });
  }

  private async tellSession({
    id,
    sessionId,
  }: Extract<ToHistoryThread, { type: 'session' }>): Promise<void> {
    this.look();
    await this.listed;
    const session = this.index.session(sessionId);
    this.post({ type: 'session', id, session: session && this.entry(session) });
  }

  private async searchText({
    id,
    query,
    tokens,
    limit,
  }: Extract<ToHistoryThread, { type: 'searchText' }>): Promise<void> {
    const filter = this.filterBy(tokens);
    this.wanted.add(id);
    this.look();
    await this.listed;
    if (filter?.needsOutcomes === true) await this.readOutcomes();
    if (!this.wanted.has(id)) return;
    const files = filter === undefined ? this.index.transcripts : this.filesOf(filter);
    const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
    let hits = 0;
    let [rested, told] = [performance.now(), performance.now()];
    for (const { found, searchedBytes } of new TextSearch(query).run(files)) {
      if (found !== undefined && this.tellHit(id, found)) hits += 1;
      if (hits === limit) break;
      if (performance.now() - rested < sliceMs) continue;
      await turn();
      rested = performance.now();
      if (!this.wanted.has(id)) return;
      if (rested - told < progressMs) continue;
      told = rested;
      this.post({ type: 'progress', id, progress: { searchedBytes, totalBytes } });
    }
    this.wanted.delete(id);
    this.post({ type: 'end', id, more: hits === limit });
  }

  private tellHit(id: number, { file, excerpt }: TextFinding): boolean {
    const session = this.index.sessionOf(file);
    // A subagent's transcript without its session's, or a file in which nobody ever spoke.
    if (session === undefined || !isSession(session)) return false;
    const { at, ...said } = excerpt;
    const agentId = file.kind.kind === 'subagent' ? { agentId: file.kind.agentId } : {};
    const hit = { session: this.entry(session), ...agentId, ...said, ...(at && { at }) };
    this.post({ type: 'hit', id, hit });
    return true;
  }

  private entry(session: PastSession): HistoryEntry {
    return historyEntry(session, this.outcomes.of(session.path));
  }

  private filterBy(tokens: string | undefined): PastFilter | undefined {
    return pastFilter(tokens, ({ path }) => this.outcomes.of(path));
  }

  /** The transcripts of the sessions that have what the tokens name. */
  private filesOf({ has }: PastFilter): readonly FoundFile[] {
    return this.index.transcripts.filter((file) => {
      const session = this.index.sessionOf(file);
      return session !== undefined && has(session);
    });
  }

  /** Settles when all transcripts have been read that the last look found. */
  private readOutcomes(): Promise<void> {
    this.readingOutcomes ??= this.readNewOutcomes().finally(
      () => (this.readingOutcomes = undefined),
    );
    return this.readingOutcomes;
  }

  private async readNewOutcomes(): Promise<void> {
    await this.listed;
    await this.reading;
    await this.outcomes.read(this.index.transcripts);
  }

  /** Begins a look at everything unless the last one is new enough. */
  private look(): void {
    if (this.reading !== undefined || performance.now() - this.lookedAt < freshMs) return;
    this.listed = this.restored.then(() => this.slices.run(this.index.list()));
    this.reading = this.readNew().finally(() => (this.reading = undefined));
  }

  private async readNew(): Promise<void> {
    await this.listed;
    this.lookedAt = performance.now();
    if (await this.slices.run(this.index.readNew())) this.isKept = false;
  }

  private async restore(): Promise<void> {
    try {
      this.index.restore(await this.file.load());
    } catch (error) {
      this.warnOnce(`The list of past sessions is made anew: ${String(error)}`);
    }
  }

  private async keep(): Promise<void> {
    if (this.isKept) return;
    try {
      await this.file.save(this.index.kept);
      this.isKept = true;
    } catch (error) {
      this.warnOnce(`The list of past sessions was not kept: ${String(error)}`);
    }
  }

  private warnOnce(message: string): void {
    if (this.warned.has(message)) return;
    this.warned.add(message);
    this.post({ type: 'warn', message });
  }

  private post(message: FromHistoryThread): void {
    this.port.postMessage(message);
  }
}

if (parentPort !== null) new HistoryThread(parentPort, workerData as HistoryThreadData).start();
