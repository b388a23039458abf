import type { Digest, Look } from '../../../shared/protocol/looks';
import type { LiveSession, Summary } from '../../../shared/protocol/protocol';
import type { Kept } from '../../util/files/kept';
import type { PrivateFolder } from '../../util/files/privateFolder';
import type { CardPart, SummaryPart } from '../domain/card/cardPart';
import { KeptFile } from '../store/keptFile';
import { DigestMemory, type Changed } from './digest';
import { type Absence, type KeptLooks, parseLooks, seenIn, serializeLooks } from './looksFile';
import { isDismissedRest, observe, type Observed } from './observed';
import type { Onlookers } from './onlookers';
import { keptFiles } from '../store/keptFiles';

/** Minimum absence in ms for a digest. */
const absenceMs = 5 * 60_000;

/** Maximum number of stored sessions; older ones count as seen. */
const { cap } = keptFiles['looks.json'];

/** Minimum time in ms between writes of the file. */
const restMs = 1_000;

/** Minimum time in ms between writes that only record that a person is present. */
const noteMs = 60_000;

/** A clock that jumps back by more than this, in ms, was set; less is a correction. */
const clockStepMs = 2_000;

export interface LooksParts {
  readonly folder: PrivateFolder;
  readonly onError: (error: unknown) => void;
  readonly onlookers: Pick<Onlookers, 'isHere' | 'inFront' | 'isSeen' | 'follow'>;
  readonly session: (sessionId: string) => LiveSession | undefined;
  /** Refreshes a card. */
  readonly touch: (sessionId: string) => void;
  /** Refreshes the summary. */
  readonly refresh: () => void;
  /** Returns the cost of all sessions since the start of a time's day, in US dollars. */
  readonly spentSince: (at: number) => number;
  readonly clock?: () => number;
  /** Replaces the minimum time in ms between writes. */
  readonly restMs?: number;
}

/**
 * Tracks which sessions have come to rest unseen, for their cards, and the results of all sessions
 * while the person was away, for the digest in the summary.
 */
export class Looks implements CardPart, SummaryPart {
  private readonly clock: () => number;
  private readonly sessions = new Map<string, Observed>();
  private readonly unseen = new Set<string>();
  private readonly file: KeptFile<KeptLooks>;
  /** Set for `restMs` after a write. */
  private resting: NodeJS.Timeout | undefined;
  private isLate = false;
  private readonly digests = new DigestMemory();
  private allSeenAt: number;
  private absence: Absence;
  private isHere = false;
  private isTrusted = false;
  /** True if the person came before the hub had read what happened meanwhile. */
  private isEarly = false;
  private isCounted = false;
  private notedAt = 0;
  private lastNow = 0;

  constructor(private readonly parts: LooksParts) {
    this.clock = parts.clock ?? Date.now;
    // At the very first start, all existing sessions count as seen.
    this.allSeenAt = this.clock();
    this.absence = { since: this.allSeenAt, isTold: false };
    const { folder, onError } = parts;
    this.file = new KeptFile({
      folder,
      name: 'looks.json',
      parse: parseLooks,
      adopt: (kept, isFirst) => (isFirst ? this.restore(kept) : this.merge(kept)),
      value: () => this.toStored(),
      text: serializeLooks,
      onError,
    });
  }

  /** Loads the file; one that cannot be read is set aside, and all sessions count as seen. */
  load(): Promise<void> {
    return this.file.load();
  }

  /**
   * Called when the hub has read all existing data: later changes happen at the time they are seen.
   */
  trust(): void {
    this.isTrusted = true;
    for (const [sessionId, { inherited: _inherited, found: _found, ...one }] of this.sessions) {
      this.sessions.set(sessionId, one);
    }
    this.beginTelling(this.now());
    this.isEarly = false;
    this.parts.refresh();
  }

  fieldsOf(session: LiveSession): Pick<LiveSession, 'unseen'> {
    return this.isUnseen(session) ? { unseen: true } : {};
  }

  summaryAt(now: number, scan: Summary['scan']): Pick<Summary, 'digest'> {
    const digest = this.digest(now, scan);
    return digest === undefined ? {} : { digest };
  }

  /** Updates the observation of a session; called once for each change of its card. */
  isUnseen(session: LiveSession): boolean {
    const { sessionId } = session;
    const { onlookers } = this.parts;
    onlookers.follow(session);
    const now = this.now();
    const before = this.sessions.get(sessionId);
    const moment = { now, trusted: this.isTrusted, leftAt: this.leftAt };
    let known = observe(before, session, moment);
    const isNews = known.changedAt > (before?.changedAt ?? 0);
    if (isDismissedRest(session) || (isNews && this.isTrusted && onlookers.isSeen(session))) {
      known = { ...known, seenAt: Math.max(known.seenAt, now) };
    }
    const isHistory = known.rest === 'over' && known.changedAt <= this.allSeenAt;
    if (before !== undefined || !isHistory) this.sessions.set(sessionId, known);
    if (isNews || known.rest !== before?.rest) this.write();
    if (!this.isNews(known) || isDismissedRest(session)) this.unseen.delete(sessionId);
    else this.unseen.add(sessionId);
    return this.unseen.has(sessionId);
  }

  /** Returns the digest while it is shown. */
  digest(now: number, scan: Summary['scan']): Digest | undefined {
    this.isCounted = scan === undefined || scan.todayIsKnown;
    if (this.unseen.size === 0 && !this.absence.isTold) return undefined;
    this.beginTelling(now);
    if (!this.absence.isTold) return undefined;
    if (this.hasNews()) {
      return this.digests.digestOf(this.findChanged(), this.absence.since, this.usd());
    }
    this.endTelling(now);
    return undefined;
  }

  /** Stores what a person has seen. Rejects with `NotKept`; then nothing counts as seen. */
  record(look: Look): Promise<Kept> {
    const now = this.now();
    if (look.of === 'digest') return this.closeDigest(now);
    const ids = look.of === 'all' ? this.unseen : look.sessionIds;
    // The times are read before the write: a session that changes during it stays unseen.
    const changedAt = new Map<string, number>();
    for (const id of ids) {
      const known = this.sessions.get(id);
      if (known !== undefined && this.unseen.has(id)) changedAt.set(id, known.changedAt);
    }
    const allSeenAt = look.of === 'all' ? now : 0;
    return this.file.change(
      (kept) => seenIn(kept, { changedAt, allSeenAt, now }),
      () => {
        this.allSeenAt = Math.max(this.allSeenAt, allSeenAt);
        const isSame = (id: string): boolean =>
          this.sessions.get(id)?.changedAt === changedAt.get(id);
        this.markSeen([...changedAt.keys()].filter(isSame), now);
      },
    );
  }

  /** Called when a person came, left, or switched to a different page or terminal. */
  onPresence(): void {
    const now = this.now();
    const { isHere, inFront } = this.parts.onlookers;
    if (isHere !== this.isHere) {
      this.isEarly = isHere && !this.isTrusted;
      if (isHere) this.beginTelling(now);
      else if (!this.absence.isTold) this.absence = this.absenceFrom(now);
      this.isHere = isHere;
      this.parts.refresh();
      this.write();
    }
    if (!isHere) return;
    if (this.markSeen(inFront, now) || now - this.notedAt >= noteMs) this.write();
  }

  /** Resolves when the file has the last time at which the person was present. */
  async close(): Promise<void> {
    clearTimeout(this.resting);
    await (this.isHere || this.isLate ? this.file.note() : this.file.flush());
  }

  private closeDigest(now: number): Promise<Kept> {
    const absence = this.absenceFrom(now);
    return this.file.change(
      (kept) => (kept.absence.isTold ? { ...kept, absence } : kept),
      () => {
        if (this.absence.isTold) this.absence = absence;
        this.parts.refresh();
      },
    );
  }

  /** Returns false if all of these sessions were seen before. */
  private markSeen(sessionIds: readonly string[], now: number): boolean {
    let isNew = false;
    for (const sessionId of sessionIds) {
      const known = this.sessions.get(sessionId);
      if (known === undefined || !this.unseen.delete(sessionId)) continue;
      this.sessions.set(sessionId, { ...known, seenAt: Math.max(now, known.changedAt) });
      this.parts.touch(sessionId);
      isNew = true;
    }
    return isNew;
  }

  private isNews({ rest, changedAt, seenAt }: Observed): boolean {
    return rest !== 'running' && changedAt > Math.max(seenAt, this.allSeenAt);
  }

  /** Start of the absence in ms since 1970; Infinity while the person is present. */
  private get leftAt(): number {
    return this.isAbsenceOver ? Infinity : this.absence.since;
  }

  private get isAbsenceOver(): boolean {
    return this.isHere && !this.isEarly && !this.absence.isTold;
  }

  private findChanged(): readonly Changed[] {
    const changed: Changed[] = [];
    for (const [sessionId, known] of this.sessions) {
      if (!this.isSince(known)) continue;
      const session = this.parts.session(sessionId);
      if (session === undefined) continue;
      changed.push({ session, known, isUnseen: this.unseen.has(sessionId) });
    }
    return changed;
  }

  private isSince({ changedAt, rest }: Observed): boolean {
    return changedAt > this.absence.since && rest !== 'running';
  }

  private hasNews(): boolean {
    for (const sessionId of this.unseen) {
      const known = this.sessions.get(sessionId);
      if (known === undefined || !this.isSince(known)) continue;
      if (this.parts.session(sessionId) !== undefined) return true;
    }
    return false;
  }

  private beginTelling(now: number): void {
    const { since, isTold } = this.absence;
    if (isTold || this.isAbsenceOver || now - since < absenceMs) return;
    if (!this.hasNews()) return;
    this.absence = { ...this.absence, isTold: true };
    this.write();
  }

  /**
   * Ends the digest. The next absence starts now, so that its digest does not repeat these results.
   */
  private endTelling(now: number): void {
    if (!this.absence.isTold) return;
    this.absence = this.absenceFrom(now);
    this.write();
  }

  private absenceFrom(now: number): Absence {
    const usd = this.isCounted ? this.parts.spentSince(now) : undefined;
    return { since: now, usd, isTold: false };
  }

  private usd(): number | undefined {
    const { since, usd } = this.absence;
    if (usd === undefined || !this.isCounted) return undefined;
    const spent = this.parts.spentSince(since) - usd;
    // Negative if prices have changed meanwhile. Rounded, as float sums have small errors.
    return spent < 0 ? undefined : Math.round(spent * 1e4) / 1e4;
  }

  /** Writes at once; further changes within `restMs` share the next write. */
  private write(): void {
    if (this.resting !== undefined) {
      this.isLate = true;
      return;
    }
    this.isLate = false;
    this.resting = setTimeout(() => {
      this.resting = undefined;
      if (this.isLate) this.write();
    }, this.parts.restMs ?? restMs).unref();
    void this.file.note();
  }

  private toStored(): KeptLooks {
    const now = this.now();
    this.notedAt = now;
    this.prune();
    return {
      allSeenAt: this.allSeenAt,
      // A killed hub cannot record the end of the presence, so each write assumes that it is now.
      absence: this.isAbsenceOver ? this.absenceFrom(now) : this.absence,
      sessions: [...this.sessions],
    };
  }

  private prune(): void {
    const excess = this.sessions.size - cap;
    if (excess <= 0) return;
    const over = [...this.sessions].filter(([, { rest }]) => rest === 'over');
    const oldest = over.toSorted(([, a], [, b]) => a.changedAt - b.changedAt).slice(0, excess);
    for (const [sessionId, { changedAt }] of oldest) {
      this.sessions.delete(sessionId);
      this.allSeenAt = Math.max(this.allSeenAt, changedAt);
    }
  }

  private restore({ allSeenAt, absence, sessions }: KeptLooks): void {
    const now = this.now();
    this.allSeenAt = Math.min(allSeenAt, now);
    this.absence = { ...absence, since: Math.min(absence.since, now) };
    for (const [sessionId, one] of sessions) {
      if (this.sessions.has(sessionId)) continue;
      this.sessions.set(sessionId, { ...notAfter(one, now), inherited: true });
    }
  }

  /** Merges the file of a different host: marks as seen what a person has seen there. */
  private merge({ allSeenAt, sessions }: KeptLooks): void {
    const now = this.now();
    this.allSeenAt = Math.max(this.allSeenAt, Math.min(allSeenAt, now));
    for (const [sessionId, one] of sessions) {
      const known = this.sessions.get(sessionId);
      const { rest, changedAt, seenAt } = notAfter(one, now);
      const isPruned = rest === 'over' && changedAt <= this.allSeenAt;
      if (known === undefined && !isPruned) this.sessions.set(sessionId, notAfter(one, now));
      else if (known !== undefined && seenAt >= known.changedAt) this.markSeen([sessionId], seenAt);
    }
  }

  /**
   * Returns the time in ms since 1970. If the clock was set back, no known time stays in the
   * future.
   */
  private now(): number {
    const now = this.clock();
    if (now < this.lastNow - clockStepMs) {
      this.allSeenAt = Math.min(this.allSeenAt, now);
      this.absence = { ...this.absence, since: Math.min(this.absence.since, now) };
      for (const [sessionId, one] of this.sessions)
        this.sessions.set(sessionId, notAfter(one, now));
    }
    this.lastNow = now;
    return now;
  }
}

function notAfter(one: Observed, now: number): Observed {
  const { changedAt, seenAt, ranAt } = one;
  return {
    ...one,
    changedAt: Math.min(changedAt, now),
    seenAt: Math.min(seenAt, now),
    ...(ranAt !== undefined && { ranAt: Math.min(ranAt, now) }),
  };
}
