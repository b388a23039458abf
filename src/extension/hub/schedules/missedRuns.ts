import type { LiveSession } from '../../../shared/protocol/protocol';
import type { MissedRunCard } from '../../../shared/protocol/session/schedule';
import { truncateText } from '../../../shared/text/truncate';
import type { Clock } from '../../util/clock';
import type { Disposable } from '../../util/lifetime';
import type { CardPart } from '../domain/card/cardPart';
import { isoTime } from '../domain/card/isoTime';
import { awaitedRuns, freeSince, type AwaitedRun } from '../domain/claims/awaitedRuns';
import { evaluateSession } from '../domain/claims/evaluateSession';
import type { SessionFacts } from '../domain/facts/session';
import { WakeWatch } from './wakeWatch';

/**
 * Maximum delay of a run, in ms, before it counts as missed. The client checks for due runs once a
 * second, and its transcript is read a few seconds later at most.
 */
const defaultGraceMs = 60_000;

/** Maximum number of missed runs on a card, and of characters of each prompt. */
const maxRuns = 8;
const maxPromptLength = 300;

/** Maximum number of runs whose last start is stored, far more than one person's sessions have. */
const maxStarts = 2_000;

export interface MissedRunsParts {
  readonly clock: Clock;
  /** Refreshes a card. */
  readonly touch: (sessionId: string) => void;
  /** Replaces the time, in ms, that a run may be late. */
  readonly graceMs?: number | undefined;
  /** Replaces the maximum number of stored starts. */
  readonly maxStarts?: number;
}

/** The awaited runs of one session. */
interface SessionRuns {
  readonly awaited: readonly AwaitedRun[];
  /** Runs that were found missed, by their keys, with the reason as the card has it. */
  readonly missed: ReadonlyMap<string, MissedRunCard['why']>;
  /** Time at which the next awaited run counts as missed, in ms since 1970; Infinity if unknown. */
  readonly nextAt: number;
}

/**
 * Finds scheduled runs that did not start although they were due. A start shows in the transcript.
 * A missed run stays on the card until it starts or is deleted, or the session is dismissed or
 * resumed.
 */
export class MissedRuns implements CardPart, Disposable {
  private readonly sessions = new Map<string, SessionRuns>();
  /** Last start of each run by its id, in the transcripts of all sessions. */
  private readonly starts = new Map<string, number>();
  /** Latest start that was evicted; earlier ones are ignored, or each refresh would add them again. */
  private evictedAt = 0;
  private readonly wakes: WakeWatch;
  private timer: Disposable | undefined;
  /** False until all transcripts have been read: an unread part may contain the start of a run. */
  private isComplete = false;

  private readonly graceMs: number;

  constructor(private readonly parts: MissedRunsParts) {
    this.graceMs = parts.graceMs ?? defaultGraceMs;
    this.wakes = new WakeWatch(parts.clock);
  }

  /** Starts to look for missed runs, once all transcripts have been read. */
  start(): void {
    this.isComplete = true;
    this.wakes.restart();
    this.refreshAll();
  }

  fieldsOf({ sessionId }: LiveSession, facts: SessionFacts): Partial<LiveSession> {
    this.recordStarts(sessionId, facts);
    const awaited = awaitedRuns(facts, (runId) => this.starts.get(runId));
    const before = this.sessions.get(sessionId);
    if (awaited.length === 0) {
      if (before === undefined) return {};
      this.sessions.delete(sessionId);
      this.schedule();
      return {};
    }
    const runs = this.runsOf(facts, awaited, before?.missed ?? new Map());
    this.sessions.set(sessionId, runs);
    this.schedule();
    const missed = awaited
      .filter(({ key, latest }) => runs.missed.has(key) && (facts.archivedAt ?? 0) < latest)
      .toSorted((one, other) => one.due - other.due)
      .slice(0, maxRuns)
      .map((one) => missedCard(one, runs.missed.get(one.key)));
    return missed.length === 0 ? {} : { missed };
  }

  /** Drops what is known about a session that is no longer on the board. */
  deleteSession(sessionId: string): void {
    this.sessions.delete(sessionId);
  }

  dispose(): void {
    this.timer?.dispose();
    this.wakes.dispose();
  }

  private runsOf(
    facts: SessionFacts,
    awaited: readonly AwaitedRun[],
    before: SessionRuns['missed'],
  ): SessionRuns {
    this.wakes.observe();
    const now = this.parts.clock.now();
    const { resolution } = evaluateSession(facts, now);
    const isClosed = resolution.claim.kind === 'ended';
    const free = isClosed ? resolution.since : freeSince(facts, resolution);
    const missed = new Map<string, MissedRunCard['why']>();
    let nextAt = Infinity;
    for (const { key, due, latest } of awaited) {
      const missedAt =
        free === undefined || !this.isComplete
          ? Infinity
          : Math.max(latest, free, this.wakes.awakeSince) + this.graceMs;
      // A missed run stays missed during the next turn, although runs wait while a turn is running.
      if (before.has(key) && now >= latest) missed.set(key, before.get(key));
      else if (now < missedAt) nextAt = Math.min(nextAt, missedAt);
      else if (isClosed) missed.set(key, 'closed');
      else missed.set(key, this.wakes.sleptAt(due) ? 'asleep' : undefined);
    }
    return { awaited, missed, nextAt };
  }

  /**
   * Records the starts of a session's runs, and refreshes other sessions that wait for one of them.
   */
  private recordStarts(sessionId: string, { transcript }: SessionFacts): void {
    for (const { id, at } of transcript?.schedule?.starts ?? []) {
      if (at <= this.evictedAt || (this.starts.get(id) ?? 0) >= at) continue;
      this.starts.set(id, at);
      this.evictOldestStart();
      for (const [otherId, { awaited }] of this.sessions) {
        const isAwaited = awaited.some(({ run }) => run.id === id);
        if (isAwaited && otherId !== sessionId) this.parts.touch(otherId);
      }
    }
  }

  /** Evicts the oldest start if there are too many: a run that started long ago has few copies. */
  private evictOldestStart(): void {
    if (this.starts.size <= (this.parts.maxStarts ?? maxStarts)) return;
    let oldest: readonly [id: string, at: number] = ['', Infinity];
    for (const start of this.starts) if (start[1] < oldest[1]) oldest = start;
    this.starts.delete(oldest[0]);
    this.evictedAt = oldest[1];
  }

  /** Sets the timer for the next run that may be missed. */
  private schedule(): void {
    const times = [...this.sessions.values()].map(({ nextAt }) => nextAt);
    const next = Math.min(Infinity, ...times);
    this.wakes.setActive(next < Infinity);
    this.timer?.dispose();
    this.timer = undefined;
    if (next === Infinity) return;
    const { clock } = this.parts;
    // Limited, because a long timer would fire late after the computer slept.
    const delay = Math.min(Math.max(next - clock.now(), 1), defaultGraceMs);
    this.timer = clock.after(delay, () => this.refreshDue());
  }

  private refreshDue(): void {
    this.wakes.observe();
    const now = this.parts.clock.now();
    for (const [sessionId, runs] of this.sessions) {
      if (runs.nextAt > now) continue;
      // The refresh of the card computes `nextAt` again. A hidden card is not refreshed, so its
      // past time must not stay here.
      this.sessions.set(sessionId, { ...runs, nextAt: Infinity });
      this.parts.touch(sessionId);
    }
    this.schedule();
  }

  private refreshAll(): void {
    for (const sessionId of this.sessions.keys()) this.parts.touch(sessionId);
  }
}

function missedCard({ run, due }: AwaitedRun, why: MissedRunCard['why']): MissedRunCard {
  return {
    id: run.id ?? run.kind,
    dueAt: isoTime(due),
    prompt: truncateText(run.prompt, maxPromptLength),
    recurring: run.recurring,
    ...(why !== undefined && { why }),
  };
}
