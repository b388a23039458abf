import { setTimeout as delay } from 'node:timers/promises';
import type { PriceOverrides } from '../../shared/protocol/settings/prices';
import type { SessionDetails } from '../../shared/protocol/protocol';
import { Gate } from '../util/gate';
import type { Log } from '../util/log';
import { PrivateFolder } from '../util/files/privateFolder';
import { agentMark } from '../agents/agentMark';
import type { DomainEvent } from './domain/facts/event';
import type { FoundFile } from '../agents/transcripts/files';
import { Transcripts, type TranscriptsParts } from './ingest/transcripts';
import type { TranscriptWatch } from '../agents/transcripts/transcriptHome';
import type { TranscriptHomes } from '../agents/transcripts/transcriptHomes';
import { Unreadable } from './ingest/unreadable';
import { nothingSpent } from './domain/cost/pricing';
import type { ReadingNews, ScanProgress } from './reading/messages';
import { TranscriptReading, type StartReading } from './reading/reading';
import { recentFiles } from './reading/recent';
import type { Spending } from './reading/usage/spending';

/**
 * Maximum time in ms for which the first board waits for costs. It is useful without them, and the
 * costs follow as an update.
 */
const maxCostWaitMs = 30;

const nothing: SessionDetails['cost'] = { byKind: nothingSpent, models: [] };

export interface ProjectsParts {
  readonly homes: TranscriptHomes;
  /** Config home of the transcripts, for the reading thread. */
  readonly configHome: string;
  readonly cacheFolder: string;
  /** Bundle of the reading thread. */
  readonly script: string;
  /** Replaces the reading thread. */
  readonly startReading?: StartReading | undefined;
  readonly emit: (event: DomainEvent) => void;
  /** Called when a session becomes history and leaves the board. */
  readonly forget: (sessionId: string) => void;
  readonly isKnown: (sessionId: string) => boolean;
  readonly isLive: (sessionId: string) => boolean;
  /** Returns the sessions that stay on the board regardless of their age. */
  readonly pinned: () => ReadonlySet<string>;
  /** Receives the thread's counts. */
  readonly spending: Spending;
  /** Called when today's sum or the progress of the first reading changes. */
  readonly onSpending: (progress: ScanProgress | undefined) => void;
  /** Called for each new entry of an unknown type. */
  readonly onUnknown?: NonNullable<TranscriptsParts['onUnknown']>;
  /** Matches new entries with a person's rules. */
  readonly rules?: TranscriptsParts['rules'];
  readonly log: Log;
}

/**
 * Data from transcripts: the states of the sessions on the board, and the costs of all sessions.
 * The board has living and recently active sessions; all others are history.
 */
export class Projects {
  readonly reading: TranscriptReading;
  private readonly transcripts: Transcripts;
  private readonly watcher: TranscriptWatch;
  private readonly started = new Gate();
  private readonly firstCounted = new Gate();
  private readonly allCounted = new Gate();
  private readonly recentRead = new Gate();
  /** Resolves when the sessions that the previous hub showed are back on the board. */
  private shownAgain: Promise<void> | undefined;
  /**
   * Sessions whose transcripts are not found yet; one walk through all folders finds them together.
   */
  private readonly missing = new Set<string>();

  constructor(private readonly parts: ProjectsParts) {
    const { homes, cacheFolder, log } = parts;
    const unreadable = new Unreadable(log);
    this.watcher = homes.watch((file) => this.readFile(file), log);
    this.transcripts = new Transcripts({
      ...parts,
      emit: (event) => parts.emit(this.withAgent(event)),
      cacheFolder: new PrivateFolder(cacheFolder),
      unreadable,
      onLive: (transcript) => this.watcher.followSession(transcript),
      onMissed: (file) => this.reading.countSoon(file),
    });
    this.reading = new TranscriptReading({
      ...parts,
      agents: homes.agents,
      onNews: (news) => this.apply(news, unreadable),
    });
  }

  /** Resolves when the board has all recently active sessions. */
  get whenRecentKnown(): Promise<void> {
    return this.recentRead.opened;
  }

  /** Resolves when all existing files have been read. */
  get complete(): Promise<void> {
    return Promise.all([this.allCounted.opened, this.recentRead.opened]).then(() => undefined);
  }

  /**
   * Starts to read all transcripts, those in `first` before others; resolves when `first` can be
   * shown.
   */
  async start(first: ReadonlySet<string>): Promise<void> {
    this.watcher.start();
    this.reading.begin([...first]);
    const shown = new Gate();
    const read = this.transcripts.readSessions(first, () => shown.open());
    this.shownAgain = read
      .then(() =>
        this.transcripts.readCached((found) => recentFiles(found, Date.now(), this.parts.pinned())),
      )
      .catch((error: unknown) => this.parts.log.warn(`Not shown again: ${String(error)}`));
    this.started.open();
    await Promise.race([shown.opened, read]);
    if (first.size === 0) return;
    await Promise.race([this.firstCounted.opened, delay(maxCostWaitMs, undefined, { ref: false })]);
  }

  /** Reads a file's new lines; paths other than our transcripts are ignored. */
  readFile(file: string): void {
    this.reading.countSoon(file);
    void this.transcripts.readFile(file);
  }

  /**
   * Reads a file unless it is up to date: hooks name their transcript dozens of times a turn,
   * usually after all of it was read.
   */
  readIfChanged(file: string): void {
    if (!this.transcripts.isUpToDate(file)) this.readFile(file);
  }

  /** True if the session's transcript was found and is read as it grows. */
  readonly isFollowed = (sessionId: string): boolean => this.transcripts.isFollowed(sessionId);

  /** Emits the known data of a new session, and finds its transcript. */
  sendKnownData(sessionId: string): void {
    for (const event of this.parts.spending.eventsOf(sessionId, Date.now())) this.parts.emit(event);
    if (this.transcripts.isFollowed(sessionId)) return;
    if (this.missing.size === 0) setImmediate(() => void this.readMissing());
    this.missing.add(sessionId);
  }

  /** Sets the user's own prices; all costs are recomputed. */
  setPrices(prices: PriceOverrides): void {
    this.reading.setPrices(prices);
  }

  /** Returns the spending of a session with its subagents, by kind and by model. */
  costOf(sessionId: string): Promise<SessionDetails['cost']> {
    const { answer } = this.reading.ask('split', { sessionId });
    return answer.catch(() => nothing); // The hub is closing.
  }

  /** Resolves when the results are saved for the next start. */
  async close(): Promise<void> {
    this.watcher.dispose();
    await Promise.all([this.transcripts.close(), this.reading.close()]);
  }

  private apply(news: ReadingNews, unreadable: Unreadable): void {
    switch (news.type) {
      case 'usage':
        this.applyUsage(news);
        break;
      case 'recent':
        void this.retainOnly(news.files);
        break;
      case 'unreadable':
        unreadable.report(news.file, news.reason);
        break;
      case 'log':
        this.parts.log[news.level](news.message);
        break;
    }
  }

  /** Returns an event of a transcript with the agent that wrote it. */
  private withAgent(event: DomainEvent): DomainEvent {
    if (event.type !== 'transcriptRead') return event;
    return { ...event, ...agentMark(this.parts.homes.agentOf(event.facts.path)) };
  }

  private async readMissing(): Promise<void> {
    const wanted = new Set(this.missing);
    this.missing.clear();
    await this.transcripts.readSessions(wanted);
  }

  private async retainOnly(recent: readonly FoundFile[]): Promise<void> {
    await this.started.opened;
    await this.shownAgain;
    await this.transcripts.followRecent(recent, this.parts.pinned());
    this.recentRead.open();
  }

  private applyUsage({
    totals,
    days,
    progress,
    firstAreKnown,
  }: Extract<ReadingNews, { type: 'usage' }>): void {
    const changed = this.parts.spending.apply(totals, days);
    const at = Date.now();
    for (const sessionId of changed) {
      if (!this.parts.isKnown(sessionId)) continue;
      for (const event of this.parts.spending.eventsOf(sessionId, at)) this.parts.emit(event);
    }
    // No progress is shown if there is nothing to read.
    this.parts.onSpending(progress?.totalBytes === 0 ? undefined : progress);
    if (firstAreKnown) this.firstCounted.open();
    if (progress === undefined) this.allCounted.open();
  }
}
