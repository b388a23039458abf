import { setTimeout as delay } from 'node:timers/promises';
import type { PriceOverrides } from '../../shared/protocol/prices';
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

/** The first board waits for costs no longer than this, in ms: it is good without them, and they come a moment later. */
const patienceMs = 30;

const nothing: SessionDetails['cost'] = { byKind: nothingSpent, models: [] };

export interface ProjectsParts {
  readonly homes: TranscriptHomes;
  /** Their config home, for the thread that reads. */
  readonly configHome: string;
  readonly cacheFolder: string;
  /** The bundle of the thread that reads. */
  readonly script: string;
  /** In place of that thread. */
  readonly startReading?: StartReading | undefined;
  readonly emit: (event: DomainEvent) => void;
  /** The session is history: nothing keeps it on the board. */
  readonly forget: (sessionId: string) => void;
  readonly isKnown: (sessionId: string) => boolean;
  readonly isLive: (sessionId: string) => boolean;
  /** The sessions that stay on the board however old they are. */
  readonly pinned: () => ReadonlySet<string>;
  /** Learns here what the thread counts. */
  readonly spending: Spending;
  /** Called when today's sum or the progress of the first reading changes. */
  readonly onSpending: (progress: ScanProgress | undefined) => void;
  /** Called for each new entry of a type that is not known. */
  readonly onUnknown?: NonNullable<TranscriptsParts['onUnknown']>;
  /** Matches what was read with a person's rules. */
  readonly rules?: TranscriptsParts['rules'];
  readonly log: Log;
}

/**
 * What transcripts tell: of the sessions on the board what they do, of all sessions what they cost.
 * The board has living sessions and those that were active last; all others are history.
 */
export class Projects {
  readonly reading: TranscriptReading;
  private readonly transcripts: Transcripts;
  private readonly watcher: TranscriptWatch;
  private readonly firstRead = new Gate();
  private readonly firstCounted = new Gate();
  private readonly allCounted = new Gate();
  private readonly recentRead = new Gate();
  /** Settles when the sessions that the last hub showed are there again. */
  private shownAgain: Promise<void> | undefined;
  /** Sessions whose transcripts nobody has looked for; one walk through all folders finds them all. */
  private readonly missing = new Set<string>();

  constructor(private readonly parts: ProjectsParts) {
    const { homes, cacheFolder, log } = parts;
    const unreadable = new Unreadable(log);
    this.watcher = homes.watch((file) => this.look(file), log);
    this.transcripts = new Transcripts({
      ...parts,
      emit: (event) => parts.emit(this.marked(event)),
      cacheFolder: new PrivateFolder(cacheFolder),
      unreadable,
      onLive: (transcript) => this.watcher.followSession(transcript),
      onMissed: (file) => this.reading.countSoon(file),
    });
    this.reading = new TranscriptReading({
      ...parts,
      onNews: (news) => this.apply(news, unreadable),
    });
  }

  /** Settles when the board has every session that was active lately. */
  get recent(): Promise<void> {
    return this.recentRead.opened;
  }

  /** Settles when everything that lies there has been read. */
  get complete(): Promise<void> {
    return Promise.all([this.allCounted.opened, this.recentRead.opened]).then(() => undefined);
  }

  /** Reads everything, and these sessions first; settles when those can be shown. */
  async start(first: ReadonlySet<string>): Promise<void> {
    this.watcher.start();
    this.reading.begin([...first]);
    const shown = new Gate();
    const read = this.transcripts.readSessions(first, () => shown.open());
    this.shownAgain = read
      .then(() =>
        this.transcripts.showAgain((found) => recentFiles(found, Date.now(), this.parts.pinned())),
      )
      .catch((error: unknown) => this.parts.log.warn(`Not shown again: ${String(error)}`));
    this.firstRead.open();
    await Promise.race([shown.opened, read]);
    if (first.size === 0) return;
    await Promise.race([this.firstCounted.opened, delay(patienceMs, undefined, { ref: false })]);
  }

  /** Reads what is new in a file; a path that is not a transcript of ours is passed over. */
  look(file: string): void {
    this.reading.countSoon(file);
    void this.transcripts.look(file);
  }

  /** Hooks name their transcript dozens of times a turn: mostly all of it has been read by then. */
  lookIfNew(file: string): void {
    if (!this.transcripts.isUpToDate(file)) this.look(file);
  }

  /** Whether the board's session has a transcript. */
  readonly isFollowed = (sessionId: string): boolean => this.transcripts.isFollowed(sessionId);

  /** Tells the board what is known of a session that it did not know. */
  introduce(sessionId: string): void {
    for (const event of this.parts.spending.eventsOf(sessionId, Date.now())) this.parts.emit(event);
    if (this.transcripts.isFollowed(sessionId)) return;
    if (this.missing.size === 0) setImmediate(() => void this.readMissing());
    this.missing.add(sessionId);
  }

  /** Sets the user's own prices; everything is priced anew. */
  setPrices(prices: PriceOverrides): void {
    this.reading.setPrices(prices);
  }

  /** The spending of a session with its subagents, by kind and by model. */
  split(sessionId: string): Promise<SessionDetails['cost']> {
    const { answer } = this.reading.ask('split', { sessionId });
    return answer.catch(() => nothing); // The hub is closing.
  }

  /** Settles when what was read is kept for the next start. */
  async close(): Promise<void> {
    this.watcher.dispose();
    await Promise.all([this.transcripts.close(), this.reading.close()]);
  }

  private apply(news: ReadingNews, unreadable: Unreadable): void {
    switch (news.type) {
      case 'usage':
        this.takeUsage(news);
        break;
      case 'recent':
        void this.keepTo(news.files);
        break;
      case 'unreadable':
        unreadable.tell(news.file, news.reason);
        break;
      case 'log':
        this.parts.log[news.level](news.message);
        break;
    }
  }

  /** An event of a transcript with the agent that wrote it. */
  private marked(event: DomainEvent): DomainEvent {
    if (event.type !== 'transcriptRead') return event;
    return { ...event, ...agentMark(this.parts.homes.agentOf(event.facts.path)) };
  }

  private async readMissing(): Promise<void> {
    const wanted = new Set(this.missing);
    this.missing.clear();
    await this.transcripts.readSessions(wanted);
  }

  private async keepTo(recent: readonly FoundFile[]): Promise<void> {
    await this.firstRead.opened;
    await this.shownAgain;
    await this.transcripts.keepTo(recent, this.parts.pinned());
    this.recentRead.open();
  }

  private takeUsage({
    totals,
    days,
    progress,
    firstAreKnown,
  }: Extract<ReadingNews, { type: 'usage' }>): void {
    const changed = this.parts.spending.take(totals, days);
    const at = Date.now();
    for (const sessionId of changed) {
      if (!this.parts.isKnown(sessionId)) continue;
      for (const event of this.parts.spending.eventsOf(sessionId, at)) this.parts.emit(event);
    }
    // Where there is nothing to read there is nothing to say either.
    this.parts.onSpending(progress?.totalBytes === 0 ? undefined : progress);
    if (firstAreKnown) this.firstCounted.open();
    if (progress === undefined) this.allCounted.open();
  }
}
