import type { Digest, Look } from '../../../shared/protocol/looks';
import type { LiveSession, Summary } from '../../../shared/protocol/protocol';
import type { SavedResult } from '../../util/files/savedResult';
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

/** Maximum number of stored sessions; those beyond it count as seen. */
const { cap } = keptFiles['looks.json'];

/** Minimum time in ms between writes of the file. */
const restMs = 1_000;

/** Minimum time in ms between writes that only record that a person is present. */
const presenceWriteMs = 60_000;

/**
 * Minimum jump of the clock backwards, in ms, that is treated as a change by a person; smaller ones
 * are corrections.
 */
const clockStepMs = 2_000;

export interface LooksParts {
  readonly folder: PrivateFolder;
  readonly onError: (error: unknown) => void;
  readonly onlookers: Pick<Onlookers, 'isHere' | 'inFront' | 'isSeen' | 'trackTerminal'>;
  readonly session: (sessionId: string) => LiveSession | undefined;
  /** Refreshes a card. */
  readonly touch: (sessionId: string) => void;
  /** Refreshes the summary. */
  readonly refresh: () => void;
  /** Returns the cost of all sessions since the start of a time's day, in US dollars. */
  readonly spentSince: (at: number) => number;
  readonly clock?: () => number;
  /** Replaces the default minimum time between writes, in ms. */
  readonly restMs?: number;
}

/**
 * Tracks which sessions became idle unseen, which their cards show, and the results of all
 * sessions while the person was away, which the digest in the summary shows.
 */
export class Looks implements CardPart, SummaryPart {
  private readonly clock: () => number;
  private readonly sessions = new Map<string, Observed>();
  private readonly unseen = new Set<string>();
  private readonly file: KeptFile<KeptLooks>;
  /** Runs for `restMs` after a write. */
  private writeTimer: NodeJS.Timeout | undefined;
  private isWriteDue = false;
  private readonly digests = new DigestMemory();
  private allSeenAt: number;
  private absence: Absence;
  private isHere = false;
  private isTrusted = false;
  /** True if the person arrived before the hub had read all existing data. */
  private arrivedEarly = false;
  private isCostKnown = false;
  private storedAt = 0;
  private lastNow = 0;

  constructor(private readonly parts: LooksParts) {
    this.clock = parts.clock ?? Date.now;
    // Default for the very first start: all existing sessions count as seen.
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
   * Called when the hub has read all existing data. Until then, a changed state may only mean that
   * more data was read.
   */
  trust(): void {
    this.isTrusted = true;
    for (const [sessionId, { inherited: _inherited, found: _found, ...one }] of this.sessions) {
      this.sessions.set(sessionId, one);
    }
    this.startDigest(this.now());
    this.arrivedEarly = false;
    this.parts.refresh();
  }

  fieldsOf(session: LiveSession): Pick<LiveSession, 'unseen'> {
    return this.isUnseen(session) ? { unseen: true } : {};
  }

  summaryAt(now: number, scan: Summary['scan']): Pick<Summary, 'digest'> {
    const digest = this.digest(now, scan);
    return digest === undefined ? {} : { digest };
  }

  /**
   * Updates the observation of a session and returns whether it is unseen; called once for each
   * change of its card.
   */
  isUnseen(session: LiveSession): boolean {
    const { sessionId } = session;
    const { onlookers } = this.parts;
    onlookers.trackTerminal(session);
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

  /** Returns the digest; undefined while none is shown. */
  digest(now: number, scan: Summary['scan']): Digest | undefined {
    this.isCostKnown = scan === undefined || scan.todayIsKnown;
    if (this.unseen.size === 0 && !this.absence.isTold) return undefined;
    this.startDigest(now);
    if (!this.absence.isTold) return undefined;
    if (this.hasNews()) {
      return this.digests.digestOf(
        this.changedSessions(),
        this.absence.since,
        this.spentInAbsence(),
      );
    }
    this.endDigest(now);
    return undefined;
  }

  /** Stores what a person has seen. Rejects with `NotSavedError`; then nothing counts as seen. */
  record(look: Look): Promise<SavedResult> {
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

  /** Called when a person arrived, left, or switched to a different page or terminal. */
  onPresence(): void {
    const now = this.now();
    const { isHere, inFront } = this.parts.onlookers;
    if (isHere !== this.isHere) {
      this.arrivedEarly = isHere && !this.isTrusted;
      if (isHere) this.startDigest(now);
      else if (!this.absence.isTold) this.absence = this.absenceFrom(now);
      this.isHere = isHere;
      this.parts.refresh();
      this.write();
    }
    if (!isHere) return;
    if (this.markSeen(inFront, now) || now - this.storedAt >= presenceWriteMs) this.write();
  }

  /** Resolves when the last time at which the person was present is written. */
  async close(): Promise<void> {
    clearTimeout(this.writeTimer);
    await (this.isHere || this.isWriteDue ? this.file.saveObservation() : this.file.flush());
  }

  private closeDigest(now: number): Promise<SavedResult> {
    const absence = this.absenceFrom(now);
    return this.file.change(
      (kept) => (kept.absence.isTold ? { ...kept, absence } : kept),
      () => {
        if (this.absence.isTold) this.absence = absence;
        this.parts.refresh();
      },
    );
  }

  /** Marks sessions as seen; returns false if none of them was unseen. */
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
    return this.isHere && !this.arrivedEarly && !this.absence.isTold;
  }

  private changedSessions(): readonly Changed[] {
    const changed: Changed[] = [];
    for (const [sessionId, known] of this.sessions) {
      if (!this.changedInAbsence(known)) continue;
      const session = this.parts.session(sessionId);
      if (session === undefined) continue;
      changed.push({ session, known, isUnseen: this.unseen.has(sessionId) });
    }
    return changed;
  }

  private changedInAbsence({ changedAt, rest }: Observed): boolean {
    return changedAt > this.absence.since && rest !== 'running';
  }

  private hasNews(): boolean {
    for (const sessionId of this.unseen) {
      const known = this.sessions.get(sessionId);
      if (known === undefined || !this.changedInAbsence(known)) continue;
      if (this.parts.session(sessionId) !== undefined) return true;
    }
    return false;
  }

  private startDigest(now: number): void {
    const { since, isTold } = this.absence;
    if (isTold || this.isAbsenceOver || now - since < absenceMs) return;
    if (!this.hasNews()) return;
    this.absence = { ...this.absence, isTold: true };
    this.write();
  }

  /**
   * Ends the digest. The next absence starts now, so that the next digest does not repeat these
   * results.
   */
  private endDigest(now: number): void {
    if (!this.absence.isTold) return;
    this.absence = this.absenceFrom(now);
    this.write();
  }

  private absenceFrom(now: number): Absence {
    const usd = this.isCostKnown ? this.parts.spentSince(now) : undefined;
    return { since: now, usd, isTold: false };
  }

  private spentInAbsence(): number | undefined {
    const { since, usd } = this.absence;
    if (usd === undefined || !this.isCostKnown) return undefined;
    const spent = this.parts.spentSince(since) - usd;
    // Negative if prices have changed meanwhile. Rounded, as float sums have small errors.
    return spent < 0 ? undefined : Math.round(spent * 1e4) / 1e4;
  }

  /** Writes the file at once; further changes within `restMs` share the next write. */
  private write(): void {
    if (this.writeTimer !== undefined) {
      this.isWriteDue = true;
      return;
    }
    this.isWriteDue = false;
    this.writeTimer = setTimeout(() => {
      this.writeTimer = undefined;
      if (this.isWriteDue) this.write();
    }, this.parts.restMs ?? restMs).unref();
    void this.file.saveObservation();
  }

  private toStored(): KeptLooks {
    const now = this.now();
    this.storedAt = now;
    this.prune();
    return {
      allSeenAt: this.allSeenAt,
      // A killed hub cannot record when the person left, so each write stores the present time as
      // the start of the next absence.
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
      this.sessions.set(sessionId, { ...withTimesUntil(one, now), inherited: true });
    }
  }

  /**
   * Merges what the hub of another host has written: sessions that a person has seen there are
   * marked as seen.
   */
  private merge({ allSeenAt, sessions }: KeptLooks): void {
    const now = this.now();
    this.allSeenAt = Math.max(this.allSeenAt, Math.min(allSeenAt, now));
    for (const [sessionId, one] of sessions) {
      const known = this.sessions.get(sessionId);
      const { rest, changedAt, seenAt } = withTimesUntil(one, now);
      const isPruned = rest === 'over' && changedAt <= this.allSeenAt;
      if (known === undefined && !isPruned) this.sessions.set(sessionId, withTimesUntil(one, now));
      else if (known !== undefined && seenAt >= known.changedAt) this.markSeen([sessionId], seenAt);
    }
  }

  /**
   * Returns the time in ms since 1970. If the clock was set back, moves stored times that are now
   * in the future to the present.
   */
  private now(): number {
    const now = this.clock();
    if (now < this.lastNow - clockStepMs) {
      this.allSeenAt = Math.min(this.allSeenAt, now);
      this.absence = { ...this.absence, since: Math.min(this.absence.since, now) };
      for (const [sessionId, one] of this.sessions)
        this.sessions.set(sessionId, withTimesUntil(one, now));
    }
    this.lastNow = now;
    return now;
  }
}

function withTimesUntil(one: Observed, now: number): Observed {
  const { changedAt, seenAt, ranAt } = one;
  return {
    ...one,
    changedAt: Math.min(changedAt, now),
    seenAt: Math.min(seenAt, now),
    ...(ranAt !== undefined && { ranAt: Math.min(ranAt, now) }),
  };
}
