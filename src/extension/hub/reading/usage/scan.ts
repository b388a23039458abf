import type { PriceOverrides } from '../../../../shared/protocol/settings/prices';
import type { SessionDetails } from '../../../../shared/protocol/protocol';
import { Coalescer } from '../../../util/coalesce';
import type { PrivateFolder } from '../../../util/files/privateFolder';
import { isMissing } from '../../../util/files/isMissing';
import { WalkBuffer } from '../../../transcript/lines/lineWalk';
import type { Slices } from '../../../util/thread/slices';
import { stampOf, type FoundFile, agentOf, hasEntries } from '../../../agents/transcripts/files';
import type { TranscriptHomes } from '../../../agents/transcripts/transcriptHomes';
import type { Catalogue } from '../catalogue';
import type { ReadingNews } from '../messages';
import { ScanPlan } from './scanPlan';
import { UsageCache, type CountedUsage } from './usageCache';
import { UsageFile, UsageCounter } from './usageCounter';
import { UsageLedger } from './usageLedger';

/** Interval in ms of the walks through all folders, which find changes that were not reported. */
const sweepMs = 30_000;
/** Minimum time between two messages with new totals during a long reading, in ms. */
const emitMs = 100;
/**
 * Minimum time in ms between two saves of the cache. After a crash, everything counted since the
 * last save is read again.
 */
const saveMs = 10 * 60_000;

export interface ScanParts {
  readonly homes: TranscriptHomes;
  readonly cacheFolder: PrivateFolder;
  readonly slices: Slices;
  readonly catalogue: Catalogue;
  readonly emit: (news: ReadingNews) => void;
}

/** Counts the costs of all transcripts continuously. */
export class Scan {
  private counted: CountedUsage = { ledger: new UsageLedger(), files: new Map() };
  private reader: UsageCounter;
  private readonly cache: UsageCache;
  private readonly buffer = new WalkBuffer();
  private readonly plan = new ScanPlan();
  /** Paths of files that are read before those of the plan. */
  private readonly urgent = new Set<string>();
  /** Source numbers of counted files that no longer exist. */
  private readonly missingSources = new Set<number>();
  private readonly work = new Coalescer(() => this.readAll());
  private readonly sweeps = new Coalescer(() => this.findChanges());
  private readonly timer: NodeJS.Timeout;
  private readonly restored: Promise<void>;
  private firstAreKnown = false;
  private emittedAt = -Infinity;
  private emittedMilestones = '';
  private savedAt = -Infinity;
  private isSaved = true;
  private closed = false;

  constructor(private readonly parts: ScanParts) {
    this.cache = new UsageCache(parts.cacheFolder, parts.homes);
    this.reader = new UsageCounter(this.counted.ledger, this.buffer);
    // The first walk starts before the first request.
    this.restored = parts.catalogue.refresh().then(() => this.restore());
    this.timer = setInterval(() => void this.recount(), sweepMs).unref();
  }

  /** Counts all existing files, those of these sessions first; resolves when all are counted. */
  async begin(first: Iterable<string>): Promise<void> {
    const wanted = new Set(first);
    await this.restored;
    const found = this.parts.catalogue.files;
    await this.readChanged(found.filter(({ kind }) => wanted.has(kind.sessionId)));
    this.firstAreKnown = true;
    this.emitUsage();
    const changed = this.changedFiles(found);
    const bytes = changed.reduce((sum, file) => sum + this.unreadBytes(file), 0);
    this.plan.make(changed, bytes, new Date().setHours(0, 0, 0, 0));
    await this.work.run();
  }

  /** Counts a file's new lines soon; paths other than transcripts are ignored. */
  countSoon(file: string): void {
    this.urgent.add(file);
    void this.work.run();
  }

  /** Sets the user's own prices, and recomputes all costs. */
  async setPrices(prices: PriceOverrides): Promise<void> {
    await this.restored;
    if (this.counted.ledger.setPrices(prices)) this.emitUsage();
  }

  /** Returns the spending of a session, by kind and by model. */
  async split(sessionId: string): Promise<SessionDetails['cost']> {
    await this.restored;
    return this.parts.slices.run(this.counted.ledger.split(sessionId));
  }

  /** Finds changes that were not reported; resolves when all of them are counted. */
  recount(): Promise<void> {
    return this.sweeps.run();
  }

  /** Stops; resolves when the counts are saved for the next start. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.timer);
    await this.work.run();
    await this.save();
  }

  /** Loads the counts of an earlier start for files that still exist. */
  private restore(): void {
    try {
      const stored = this.cache.load();
      if (stored === undefined) return;
      this.counted = stored;
      this.reader = new UsageCounter(stored.ledger, this.buffer);
      const { catalogue } = this.parts;
      for (const file of stored.files.values()) {
        if (catalogue.get(file.path) === undefined) this.dropFile(file);
      }
      this.dropMissingSources();
      this.emitUsage();
    } catch (error) {
      const message = `What was counted before cannot be used and is counted anew: ${String(error)}`;
      this.parts.emit({ type: 'log', level: 'info', message });
    }
  }

  private changedFiles(found: readonly FoundFile[]): readonly FoundFile[] {
    const { files } = this.counted;
    return found.filter(
      (file) => hasEntries(file.kind) && files.get(file.path)?.isUpToDate(file) !== true,
    );
  }

  private unreadBytes(file: FoundFile): number {
    return this.counted.files.get(file.path)?.unread(file) ?? file.size;
  }

  private async readChanged(found: readonly FoundFile[]): Promise<void> {
    for (const { path } of this.changedFiles(found)) this.urgent.add(path);
    await this.work.run();
  }

  private async findChanges(): Promise<void> {
    if (!this.plan.isMade) return;
    const { catalogue } = this.parts;
    const found = await catalogue.refresh();
    for (const path of this.counted.files.keys()) {
      if (catalogue.get(path) === undefined) this.countSoon(path);
    }
    await this.readChanged(found);
  }

  private async readAll(): Promise<void> {
    await this.restored;
    while (!this.closed) {
      const [urgent] = this.urgent;
      const planned = urgent === undefined ? this.plan.dequeue() : undefined;
      const path = urgent ?? planned?.path;
      if (path === undefined) break;
      this.urgent.delete(path);
      this.emitThrottled();
      await this.read(path, planned);
      if (planned !== undefined && !this.closed) this.plan.markRead(planned);
    }
    this.dropMissingSources();
    this.emitUsage();
    // Saves only after the plan is made, so that the first sessions and today's sum do not wait for
    // the disk.
    const isDue = this.plan.isMade && Date.now() - this.savedAt > saveMs;
    if (!this.isSaved && !this.closed && isDue) await this.save();
  }

  /**
   * Reads a file. `found` is its state as of the walk; without it, the state is read from the disk.
   */
  private async read(path: string, found?: FoundFile): Promise<void> {
    const file = await this.usageFile(path);
    if (file === undefined) return;
    try {
      // A `stat` of every file would take as long as reading some of them.
      const stamp = found ?? stampOf(path);
      if (file.isUpToDate(stamp)) return;
      this.isSaved = false;
      if (stamp === undefined) this.dropFile(file);
      else await this.parts.slices.run(this.countLines(file));
    } catch (error) {
      if (isMissing(error)) this.dropFile(file);
      else this.parts.emit({ type: 'unreadable', file: path, reason: String(error) });
    }
  }

  private dropFile(file: UsageFile): void {
    this.counted.files.delete(file.path);
    this.missingSources.add(file.source);
  }

  /** Drops all missing files together, since each `drop` goes through the entire ledger. */
  private dropMissingSources(): void {
    if (this.missingSources.size === 0) return;
    this.counted.ledger.drop(this.missingSources);
    this.missingSources.clear();
  }

  private *countLines(file: UsageFile): Generator<undefined, void> {
    for (const bytes of this.reader.read(file)) {
      if (this.closed) return;
      this.plan.read(bytes);
      yield undefined;
    }
  }

  /** Returns the file; undefined for a path other than our transcripts. */
  private async usageFile(path: string): Promise<UsageFile | undefined> {
    const { ledger, files } = this.counted;
    const known = files.get(path);
    if (known !== undefined) return known;
    const { catalogue, homes } = this.parts;
    const listed = catalogue.get(path);
    const kind = listed?.kind ?? homes.classify(path);
    if (kind === undefined || !hasEntries(kind)) return undefined;
    if (listed === undefined && !(await homes.isInside(path))) return undefined;
    const file = new UsageFile(
      path,
      ledger.source(kind.sessionId, agentOf(kind)),
      homes.formatOf(path),
    );
    files.set(path, file);
    return file;
  }

  private emitThrottled(): void {
    const isDue = this.milestones() !== this.emittedMilestones;
    if (isDue || performance.now() - this.emittedAt > emitMs) this.emitUsage();
  }

  private emitUsage(): void {
    const { ledger } = this.counted;
    const { firstAreKnown } = this;
    const { progress } = this.plan;
    const [totals, days] = [ledger.takeChanges(), ledger.takeDays()];
    const milestones = this.milestones();
    if (totals.length === 0 && days.length === 0 && milestones === this.emittedMilestones) return;
    this.emittedAt = performance.now();
    this.emittedMilestones = milestones;
    this.parts.emit({ type: 'usage', totals, days, progress, firstAreKnown });
  }

  /** Returns a text that changes when the first sessions, today's sum or all files are counted. */
  private milestones(): string {
    return `${this.firstAreKnown} ${this.plan.progress?.todayIsKnown}`;
  }

  private async save(): Promise<void> {
    if (this.isSaved) return;
    this.isSaved = true;
    this.savedAt = Date.now();
    try {
      await this.cache.save(this.counted);
    } catch (error) {
      const message = `What was counted is not kept for the next start: ${String(error)}`;
      this.parts.emit({ type: 'log', level: 'warn', message });
    }
  }
}
