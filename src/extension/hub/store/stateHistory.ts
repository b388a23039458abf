import type { DayReport, LiveSession } from '../../../shared/protocol/protocol';
import { Coalescer } from '../../util/coalesce';
import type { Disposable } from '../../util/lifetime';
import type { Event } from '../../util/emitter';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { DayFiles, type KeptLane } from './dayFiles';
import { dayReport, type DayPart } from './dayReport';
import { spanKind, spansSince, withGap, withSpan, type Span } from '../domain/card/spans';

/** Delay in ms from a change to writing the file. */
const saveMs = 20_000;
/** How often the time is looked at; a machine that sleeps does not, in ms. */
const tickMs = 30_000;
const sleepMs = 5 * 60_000;
/** Beyond these the lanes that ended first are forgotten. */
const mostLanes = 400;
/** Blocked calls of a session's day that are kept. */
const mostBlocked = 500;
/** The longest day is 25 hours; more than this, in ms, is reported of none. */
const longestMs = 48 * 60 * 60_000;
/** The past that a card shows, in ms. */
const recentMs = 60 * 60_000;

/** Records what every session does today, over restarts, and reads earlier days. */
export class StateHistory implements Disposable {
  private readonly lanes = new Map<string, KeptLane>();
  private readonly files: DayFiles;
  private readonly saves = new Coalescer(() => this.save());
  private saving: NodeJS.Timeout | undefined;
  private readonly ticking: NodeJS.Timeout;
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
    this.ticking = setInterval(() => this.tick(), tickMs).unref();
  }

  /** Reads what was kept of today; a file that cannot be read is set aside and counts as empty. */
  async load(): Promise<void> {
    try {
      for (const lane of await this.files.resume(this.today)) {
        const known = this.lanes.get(lane.sessionId);
        const spans = known?.spans.reduce(withSpan, lane.spans) ?? lane.spans;
        this.lanes.set(lane.sessionId, { ...lane, spans });
      }
    } catch (error) {
      this.onError(error);
    }
  }

  follow(board: {
    readonly onDidChange: Event<{ readonly changed: readonly LiveSession[] }>;
  }): void {
    board.onDidChange(({ changed }) => {
      for (const session of changed) this.note(session);
    });
  }

  /** Takes over what a session does now. What is over before it was ever seen has no lane. */
  note({ sessionId, title, projectName, agentState, stateSince, blocked }: LiveSession): void {
    this.tick();
    const now = this.turnDay();
    const kind = spanKind(agentState);
    const known = this.lanes.get(sessionId);
    if (known === undefined && kind === 'done') return;
    const since = Date.parse(stateSince);
    const at = Number.isNaN(since) ? now : Math.min(since, now);
    const spans = withSpan(known?.spans ?? [], { at, kind });
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
    this.saveLater();
  }

  /** The times of today's blocked calls, with those that the card tells of. */
  private withBlocked(
    known: KeptLane['blockedAt'],
    blocked: LiveSession['blocked'],
  ): KeptLane['blockedAt'] {
    // Most sessions have none, and every change of a card comes here.
    if (blocked === undefined) return known;
    const start = startOf(this.today);
    const told = blocked.calls.map(({ at }) => Date.parse(at));
    const added = told.filter((at) => at >= start && known?.includes(at) !== true);
    if (added.length === 0) return known;
    return [...(known ?? []), ...new Set(added)].sort((a, b) => a - b).slice(-mostBlocked);
  }

  /** Notices that the machine slept: nothing waited for a person meanwhile. */
  tick(): void {
    const [before, now] = [this.tickedAt, this.clock()];
    this.tickedAt = now;
    if (now - before < sleepMs) return;
    for (const [sessionId, lane] of this.lanes) {
      const spans = withGap(lane.spans, before, now);
      if (spans !== lane.spans) this.lanes.set(sessionId, { ...lane, spans });
    }
    this.saveLater();
  }

  /** The states of a session in the last hour. */
  recent(sessionId: string): readonly Span[] {
    return spansSince(this.lanes.get(sessionId)?.spans ?? [], this.clock() - recentMs);
  }

  /** A local day, today where none is named. Rejects where its file cannot be read. */
  async day(day?: string): Promise<DayReport> {
    const now = this.turnDay();
    const wanted = day ?? this.today;
    const from = startOf(wanted);
    return this.report(wanted, from, Math.min(now, dayAfter(from)));
  }

  /** The time from one moment to another, such as a day elsewhere. Rejects as `day` does. */
  async between(from: number, to: number): Promise<DayReport> {
    const now = this.turnDay();
    const end = Math.max(from, Math.min(now, to, from + longestMs));
    return this.report(dayOf(from), from, end);
  }

  private async report(day: string, from: number, to: number): Promise<DayReport> {
    const parts: DayPart[] = [];
    for (let start = startOf(dayOf(from)); start < to; start = dayAfter(start)) {
      const own = dayOf(start);
      const lanes = own === this.today ? [...this.lanes.values()] : await this.files.read(own);
      const [begin, end] = [Math.max(from, start), Math.min(to, dayAfter(start))];
      parts.push({ lanes, from: begin, to: end });
    }
    const days = new Set([...(await this.files.days()), this.today]);
    return dayReport({ day, parts, from, to, days: [...days].sort() });
  }

  /** Settles when everything is on the disk. */
  async flush(): Promise<void> {
    this.dispose();
    await this.saves.run();
  }

  dispose(): void {
    clearTimeout(this.saving);
    clearInterval(this.ticking);
  }

  private saveLater(): void {
    this.dirty = true;
    this.saving ??= setTimeout(() => {
      this.saving = undefined;
      void this.saves.run();
    }, saveMs).unref();
  }

  private async save(): Promise<void> {
    if (!this.dirty) return;
    this.dirty = false;
    await this.files.write(this.today, this.kept()).catch(this.onError);
  }

  /** Begins a new day at midnight with what the sessions were doing. */
  private turnDay(): number {
    const now = this.clock();
    const today = dayOf(now);
    if (today === this.today) return now;
    const start = startOf(today);
    if (this.dirty) void this.files.write(this.today, this.kept()).catch(this.onError);
    this.today = today;
    for (const [sessionId, lane] of this.lanes) {
      const spans = spansSince(lane.spans, start);
      if (spans.length === 1 && spans[0]?.kind === 'done') this.lanes.delete(sessionId);
      else this.lanes.set(sessionId, { ...lane, spans, blockedAt: undefined });
    }
    return now;
  }

  private kept(): readonly KeptLane[] {
    const lanes = [...this.lanes.values()];
    if (lanes.length <= mostLanes) return lanes;
    const lastAt = ({ spans }: KeptLane) => spans.at(-1)?.at ?? 0;
    return lanes.sort((a, b) => lastAt(a) - lastAt(b)).slice(-mostLanes);
  }
}

/** `2026-03-02` by the machine's own calendar. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function startOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).getTime();
}

/** The next midnight; a day may be longer or shorter by an hour. */
function dayAfter(start: number): number {
  return startOf(dayOf(start + 36 * 60 * 60_000));
}
