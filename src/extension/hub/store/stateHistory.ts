import type { LiveSession } from '../../../shared/protocol/protocol';
import type { DayReport } from '../../../shared/protocol/work/day';
import { Coalescer } from '../../util/coalesce';
import type { Disposable } from '../../util/lifetime';
import type { Event } from '../../util/emitter';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { DayFiles, type KeptLane } from './dayFiles';
import { dayReport, type DayPart } from './dayReport';
import { spanKind, spansSince, addGap, addSpan, type Span } from '../domain/card/spans';

/** Delay in ms from a change to writing the file. */
const saveMs = 20_000;
/**
 * Interval of reading the clock, in ms, and the gap in ms between two readings that shows that the
 * computer slept.
 */
const tickMs = 30_000;
const sleepMs = 5 * 60_000;
/** Maximum number of stored lanes; those whose state changed longest ago are dropped. */
const maxLanes = 400;
/** Maximum number of stored blocked calls of a session in a day. */
const maxBlocked = 500;
/** Maximum length of the reported time, in ms; the longest day has 25 hours. */
const maxReportMs = 48 * 60 * 60_000;
/** Period that a card shows, in ms. */
const recentMs = 60 * 60_000;

/** Records the states of all sessions of today, and reads earlier days. */
export class StateHistory implements Disposable {
  private readonly lanes = new Map<string, KeptLane>();
  private readonly files: DayFiles;
  private readonly saves = new Coalescer(() => this.save());
  private saveTimer: NodeJS.Timeout | undefined;
  private readonly tickTimer: NodeJS.Timeout;
  private tickedAt: number;
  private dirty = false;
  private today: string;

  constructor(
    folder: PrivateFolder,
    private readonly onError: (error: unknown) => void,
    private readonly clock: () => number = Date.now,
  ) {
    this.files = new DayFiles(folder, onError);
    this.tickedAt = clock();
    this.today = dayOf(this.tickedAt);
    this.tickTimer = setInterval(() => this.tick(), tickMs).unref();
  }

  /** Loads today's file; one that can't be read is set aside and counts as empty. */
  async load(): Promise<void> {
    try {
      for (const lane of await this.files.resume(this.today)) {
        const known = this.lanes.get(lane.sessionId);
        const spans = known?.spans.reduce(addSpan, lane.spans) ?? lane.spans;
        this.lanes.set(lane.sessionId, { ...lane, spans });
      }
    } catch (error) {
      this.onError(error);
    }
  }

  subscribe(board: {
    readonly onDidChange: Event<{ readonly changed: readonly LiveSession[] }>;
  }): void {
    board.onDidChange(({ changed }) => {
      for (const session of changed) this.record(session);
    });
  }

  /** Records a session's state. A session that is done when it is first seen gets no lane. */
  record({ sessionId, title, projectName, agentState, stateSince, blocked }: LiveSession): void {
    this.tick();
    const now = this.startDay();
    const kind = spanKind(agentState);
    const known = this.lanes.get(sessionId);
    if (known === undefined && kind === 'done') return;
    const since = Date.parse(stateSince);
    const at = Number.isNaN(since) ? now : Math.min(since, now);
    const spans = addSpan(known?.spans ?? [], { at, kind });
    const blockedAt = this.withBlocked(known?.blockedAt, blocked);
    const same = known?.title === title && known.projectName === projectName;
    if (same && spans === known.spans && blockedAt === known.blockedAt) return;
    this.lanes.set(sessionId, {
      sessionId,
      title,
      projectName,
      spans,
      ...(blockedAt !== undefined && { blockedAt }),
    });
    this.scheduleSave();
  }

  /** Adds the card's blocked calls of today to the known times. */
  private withBlocked(
    known: KeptLane['blockedAt'],
    blocked: LiveSession['blocked'],
  ): KeptLane['blockedAt'] {
    // Checked first, since most sessions have none and every change of a card comes here.
    if (blocked === undefined) return known;
    const start = startOf(this.today);
    const times = blocked.calls.map(({ at }) => Date.parse(at));
    const added = times.filter((at) => at >= start && known?.includes(at) !== true);
    if (added.length === 0) return known;
    return [...(known ?? []), ...new Set(added)].sort((a, b) => a - b).slice(-maxBlocked);
  }

  /**
   * Detects that the computer slept, and records a gap, in which no session waited for a person.
   */
  tick(): void {
    const [before, now] = [this.tickedAt, this.clock()];
    this.tickedAt = now;
    if (now - before < sleepMs) return;
    for (const [sessionId, lane] of this.lanes) {
      const spans = addGap(lane.spans, before, now);
      if (spans !== lane.spans) this.lanes.set(sessionId, { ...lane, spans });
    }
    this.scheduleSave();
  }

  /** Returns the states of a session in the last hour. */
  recent(sessionId: string): readonly Span[] {
    return spansSince(this.lanes.get(sessionId)?.spans ?? [], this.clock() - recentMs);
  }

  /** Reports a local day, by default today. Rejects if its file can't be read. */
  async day(day?: string): Promise<DayReport> {
    const now = this.startDay();
    const wanted = day ?? this.today;
    const from = startOf(wanted);
    return this.report(wanted, from, Math.min(now, dayAfter(from)));
  }

  /**
   * Reports the activity between two times, such as a day of another time zone. Rejects like `day`.
   */
  async between(from: number, to: number): Promise<DayReport> {
    const now = this.startDay();
    const end = Math.max(from, Math.min(now, to, from + maxReportMs));
    return this.report(dayOf(from), from, end);
  }

  private async report(day: string, from: number, to: number): Promise<DayReport> {
    const parts: DayPart[] = [];
    for (let start = startOf(dayOf(from)); start < to; start = dayAfter(start)) {
      const partDay = dayOf(start);
      const lanes =
        partDay === this.today ? [...this.lanes.values()] : await this.files.read(partDay);
      const [begin, end] = [Math.max(from, start), Math.min(to, dayAfter(start))];
      parts.push({ lanes, from: begin, to: end });
    }
    const days = new Set([...(await this.files.days()), this.today]);
    return dayReport({ day, parts, from, to, days: [...days].sort() });
  }

  /** Resolves when everything is on the disk. */
  async flush(): Promise<void> {
    this.dispose();
    await this.saves.run();
  }

  dispose(): void {
    clearTimeout(this.saveTimer);
    clearInterval(this.tickTimer);
  }

  private scheduleSave(): void {
    this.dirty = true;
    this.saveTimer ??= setTimeout(() => {
      this.saveTimer = undefined;
      void this.saves.run();
    }, saveMs).unref();
  }

  private async save(): Promise<void> {
    if (!this.dirty) return;
    this.dirty = false;
    await this.files.write(this.today, this.lanesToStore()).catch(this.onError);
  }

  /** Starts a new day after midnight, with the states that the sessions had then. */
  private startDay(): number {
    const now = this.clock();
    const today = dayOf(now);
    if (today === this.today) return now;
    const start = startOf(today);
    if (this.dirty) void this.files.write(this.today, this.lanesToStore()).catch(this.onError);
    this.today = today;
    for (const [sessionId, lane] of this.lanes) {
      const spans = spansSince(lane.spans, start);
      if (spans.length === 1 && spans[0]?.kind === 'done') this.lanes.delete(sessionId);
      else this.lanes.set(sessionId, { ...lane, spans, blockedAt: undefined });
    }
    return now;
  }

  private lanesToStore(): readonly KeptLane[] {
    const lanes = [...this.lanes.values()];
    if (lanes.length <= maxLanes) return lanes;
    const lastAt = ({ spans }: KeptLane) => spans.at(-1)?.at ?? 0;
    return lanes.sort((a, b) => lastAt(a) - lastAt(b)).slice(-maxLanes);
  }
}

/** Returns the day in this machine's calendar, such as `2026-03-02`. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

function startOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).getTime();
}

/** Returns the next midnight; a day may be an hour longer or shorter. */
function dayAfter(start: number): number {
  return startOf(dayOf(start + 36 * 60 * 60_000));
}
