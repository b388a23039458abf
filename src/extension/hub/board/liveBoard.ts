import { hasFinished } from '../../../shared/presentation';
import { compareSessions } from '../../../shared/board/boardOrder';
import type {
  AgentState,
  Board,
  Budget,
  LiveSession,
  PendingRequest,
  Summary,
} from '../../../shared/protocol/protocol';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import { emptyCallKeeper, type CallKeeper } from './callKeeper';
import { factDetails } from '../domain/card/details';
import { runsWithoutProcess } from '../domain/claims/endedClaim';
import type { BoardPart } from '../domain/card/cardPart';
import type { DomainEvent } from '../domain/facts/event';
import { lastActivityAt, liveSession, fullRequest, withCall } from '../domain/card/live';
import { evaluateSession } from '../domain/claims/evaluateSession';
import { noCalls } from '../domain/claims/openCalls';
import { applyOverlay, exceededBudget } from '../domain/claims/overlay';
import type { RestingSession } from '../domain/claims/rest';
import { currentProcess, type PendingFact, type SessionFacts } from '../domain/facts/session';
import { Sessions } from '../domain/facts/sessions';
import type { BoardUpdate } from '../serve/liveStream';
import { isListed, listedAt, listingDelayMs } from '../domain/card/listed';
import { isSameData } from '../domain/card/sameData';
import { GroupCounts, type TodayUsage } from '../domain/card/summary';

/** Time, in ms, during which changes of transcripts are batched. */
const transcriptBatchMs = 10;

/**
 * A timer that fires more than `pauseMs` late shows that the machine was suspended. Events are then
 * read for `catchUpMs` before the board is flushed.
 */
const pauseMs = 300;
const catchUpMs = 600;

/** A clock that goes back by more than this, in ms, was set; a smaller step is a correction. */
const clockStepMs = 2_000;

interface ShownCard {
  readonly session: LiveSession;
  readonly pending: PendingFact | undefined;
}

/** The results of a session's refresh, besides its card. */
interface RefreshResults {
  readonly rest: RestingSession | undefined;
  /**
   * Time of the next refresh, in ms since 1970; undefined if only an event can change the results.
   */
  readonly recheckAt: number | undefined;
}

/**
 * Holds the facts of all sessions and the cards derived from them; publishes changes once per burst
 * of events.
 */
export class LiveBoard implements Disposable {
  private readonly sessions = new Sessions();
  private readonly shown = new Map<string, ShownCard>();
  /** States of sessions that the card of another session represents. */
  private readonly representedStates = new Map<string, AgentState>();
  private readonly dirty = new Set<string>();
  /** Results for sessions whose facts have not changed since their last refresh. */
  private readonly results = new Map<string, RefreshResults>();
  private readonly changes = new Emitter<BoardUpdate>();
  readonly onDidChange = this.changes.event;
  private isRefreshing = false;
  private flushHandle: NodeJS.Immediate | undefined;
  private transcriptFlush: NodeJS.Timeout | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly counts = new GroupCounts();
  private scan: Summary['scan'];
  private summary = this.counts.summary({ usd: 0, tokens: 0 }, undefined);
  private budget: Budget = {};
  private lastNow = 0;
  private readonly parts: BoardPart[] = [];

  constructor(
    private readonly today: (now: number) => TodayUsage,
    private readonly clock: () => number = Date.now,
    private readonly trail: (session: LiveSession) => void = () => undefined,
    private readonly onError: (sessionId: string, error: unknown) => void = rethrow,
    private readonly calls: CallKeeper = emptyCallKeeper,
  ) {}

  /**
   * Adds a part whose fields appear on cards and in the summary; parts run in the order in which
   * they were added.
   */
  add(part: BoardPart): void {
    this.parts.push(part);
  }

  apply(event: DomainEvent): void {
    this.now();
    const before = this.sessions.get(event.sessionId);
    const others = this.sessions.apply(event);
    // Reading unchanged settings again changes no card.
    const isSame = before !== undefined && this.sessions.get(event.sessionId) === before;
    if (isSame && others.length === 0) return;
    for (const sessionId of [event.sessionId, ...others]) {
      this.results.delete(sessionId);
      this.dirty.add(sessionId);
    }
    // At the start, hundreds of transcripts are read one by one, so their changes are published in
    // batches.
    if (event.type === 'transcriptRead')
      this.transcriptFlush ??= setTimeout(() => this.flush(), transcriptBatchMs);
    else this.flushSoon();
  }

  /** True if any event has mentioned the session. */
  isKnown(sessionId: string): boolean {
    return this.sessions.get(sessionId) !== undefined;
  }

  /** Removes the card and the facts of a session that belongs to the history from now on. */
  forget(sessionId: string): void {
    for (const changed of [sessionId, ...this.sessions.delete(sessionId)]) {
      this.results.delete(changed);
      this.dirty.add(changed);
    }
    this.flushSoon();
  }

  /**
   * Called when today's cost may have changed; `scan` is the progress of the first read, undefined
   * when complete.
   */
  onSpending(scan: Summary['scan']): void {
    this.scan = scan;
    this.flushSoon();
  }

  /** Refreshes a card whose content changed without an event. */
  touch(sessionId: string): void {
    this.dirty.add(sessionId);
    this.flushSoon();
  }

  /** Refreshes every card. */
  touchAll(): void {
    for (const sessionId of this.shown.keys()) this.dirty.add(sessionId);
    this.flushSoon();
  }

  /** Applies a budget at once to every session. */
  setBudget(budget: Budget): void {
    this.budget = budget;
    this.touchAll();
    this.flush();
  }

  /** True if some client may be running the session. */
  isLive(sessionId: string): boolean {
    const state =
      this.shown.get(sessionId)?.session.agentState ?? this.representedStates.get(sessionId);
    return state !== undefined && !hasFinished(state);
  }

  /** The transcript of a session that grows although no process is known to run it. */
  transcriptWithoutProcess(sessionId: string): string | undefined {
    const facts = this.sessions.get(sessionId);
    if (facts === undefined || !runsWithoutProcess(facts, this.now())) return undefined;
    return facts.transcript?.path;
  }

  /** The version of the client that runs a session, or that last wrote its transcript. */
  versionOf(sessionId: string): string | undefined {
    const facts = this.sessions.get(sessionId);
    return facts && (currentProcess(facts)?.version ?? facts.transcript?.version);
  }

  /**
   * True for a session whose settings deny calls instead of prompting: only a hook's answer can
   * allow them.
   */
  deniesPrompts(sessionId: string): boolean {
    return this.sessions.get(sessionId)?.dialogSettings?.denies === true;
  }

  /** The working folders of living sessions. */
  liveProjects(): readonly { readonly sessionId: string; readonly folder: string }[] {
    const live: { readonly sessionId: string; readonly folder: string }[] = [];
    for (const { session } of this.shown.values()) {
      if (hasFinished(session.agentState) || session.projectPath === '') continue;
      live.push({ sessionId: session.sessionId, folder: session.projectPath });
    }
    return live;
  }

  get(sessionId: string): LiveSession | undefined {
    return this.shown.get(sessionId)?.session;
  }

  /** All facts of a session; undefined for one that no event has mentioned. */
  facts(sessionId: string): SessionFacts | undefined {
    return this.sessions.get(sessionId);
  }

  /** The budget that the session, or all sessions today, have exceeded; undefined if none. */
  exceededBudget(sessionId: string): 'session' | 'day' | undefined {
    const facts = this.sessions.get(sessionId);
    const todayUsd = this.today(this.clock()).usd;
    return facts && exceededBudget(facts, { budget: this.budget, todayUsd });
  }

  /** Returns the idle state of a session; undefined if it cannot accept a prompt at this moment. */
  rest(sessionId: string): RestingSession | undefined {
    const results = this.results.get(sessionId);
    const mayHaveChanged = !this.isRefreshing && results?.recheckAt !== undefined;
    if (results !== undefined && !mayHaveChanged) return results.rest;
    const facts = this.sessions.get(sessionId);
    return facts && evaluateSession(facts, this.clock()).rest;
  }

  /** Details of a session for the expanded view; undefined if it is not shown. */
  details(sessionId: string): ReturnType<typeof factDetails> | undefined {
    const facts = this.sessions.get(sessionId);
    return facts !== undefined && this.shown.has(sessionId) ? factDetails(facts) : undefined;
  }

  /** The open dialog of a session with its complete input; undefined if none is open. */
  request(sessionId: string): PendingRequest | undefined {
    this.flush();
    const { pending: one, session: card } = this.shown.get(sessionId) ?? {};
    return one && withCall(fullRequest(one, card?.pendingRequest), this.calls.cardOf(one.callId));
  }

  snapshot(): Board {
    this.flush();
    const sessions = [...this.shown.values()].map(({ session }) => session).sort(compareSessions);
    return { sessions, summary: this.summary };
  }

  /** Applies pending events, effects of time, and the change of day. */
  flush(): void {
    clearImmediate(this.flushHandle);
    clearTimeout(this.transcriptFlush);
    this.flushHandle = undefined;
    this.transcriptFlush = undefined;
    const now = this.now();
    this.sessions.dropOldHooks(now);
    for (const [sessionId, { recheckAt }] of this.results) {
      if (recheckAt !== undefined && recheckAt <= now) this.dirty.add(sessionId);
    }
    const changed: LiveSession[] = [];
    const removed: string[] = [];
    this.isRefreshing = true;
    for (const sessionId of this.dirty) {
      try {
        this.refresh(sessionId, now, changed, removed);
      } catch (error) {
        // An error in one session must not remove the cards of others.
        this.onError(sessionId, error);
      }
    }
    this.isRefreshing = false;
    this.dirty.clear();
    this.schedule(now);
    const summary = this.newSummary(now);
    if (changed.length === 0 && removed.length === 0 && summary === undefined) return;
    this.changes.fire({ changed: changed.sort(compareSessions), removed, summary });
  }

  /** Flushes after the current burst of events. */
  flushSoon(): void {
    this.flushHandle ??= setImmediate(() => this.flush());
  }

  dispose(): void {
    clearImmediate(this.flushHandle);
    clearTimeout(this.transcriptFlush);
    clearTimeout(this.timer);
    this.changes.dispose();
  }

  /**
   * Returns the time. If the clock was set back, recomputes all, as known times are in the future.
   */
  private now(): number {
    const now = this.clock();
    if (now < this.lastNow - clockStepMs) {
      this.sessions.dropOldHooks(now);
      this.results.clear();
      for (const sessionId of this.sessions.ids) this.dirty.add(sessionId);
    }
    this.lastNow = now;
    return now;
  }

  private refresh(sessionId: string, now: number, changed: LiveSession[], removed: string[]): void {
    const facts = this.sessions.get(sessionId);
    const before = this.shown.get(sessionId);
    this.results.delete(sessionId);
    this.representedStates.delete(sessionId);
    const hasCalls = this.calls.hasCalls(sessionId);
    if (facts === undefined || !isListed(facts, now)) {
      if (hasCalls) this.calls.reconcile(sessionId, noCalls);
      const maybeListedAt = facts === undefined ? 0 : listedAt(facts);
      if (maybeListedAt > now)
        this.results.set(sessionId, { rest: undefined, recheckAt: maybeListedAt });
      this.show(sessionId, undefined);
      if (before !== undefined) removed.push(sessionId);
      return;
    }
    const evaluation = evaluateSession(facts, now);
    const front = this.sessions.get(facts.representedBy ?? '');
    const isRepresented = front !== undefined && isListed(front, now);
    // A session that another card represents is hidden, unless it has a request, which the other
    // card cannot show.
    const isHidden = isRepresented && evaluation.resolution.pending?.confirmed !== true;
    const frontAt = front !== undefined && !isRepresented ? now + listingDelayMs : Infinity;
    const recheckAt = Math.min(evaluation.resolution.recheckAt ?? Infinity, frontAt);
    this.results.set(sessionId, {
      rest: evaluation.rest,
      recheckAt: recheckAt > now && recheckAt < Infinity ? recheckAt : undefined,
    });
    if (hasCalls) this.calls.reconcile(sessionId, evaluation.calls);
    if (isHidden) {
      this.representedStates.set(sessionId, evaluation.resolution.state);
      this.show(sessionId, undefined);
      if (before !== undefined) removed.push(sessionId);
      return;
    }
    const overlayInput = { budget: this.budget, todayUsd: this.today(now).usd };
    const resolution = applyOverlay(
      facts,
      evaluation.resolution,
      overlayInput,
      lastActivityAt(facts),
    );
    const { pending } = resolution;
    const session = liveSession(facts, { ...evaluation, resolution });
    const call = this.calls.cardOf(pending?.callId);
    if (session.pendingRequest) session.pendingRequest = withCall(session.pendingRequest, call);
    for (const part of this.parts) Object.assign(session, part.fieldsOf?.(session, facts));
    if (before !== undefined && isSameData(before.session, session)) {
      this.shown.set(sessionId, { ...before, pending });
      return;
    }
    this.show(sessionId, { session, pending });
    if (!isSameState(before?.session, session)) this.trail(session);
    changed.push(session);
  }

  /** Replaces the card of a session; undefined removes it. */
  private show(sessionId: string, shown: ShownCard | undefined): void {
    const before = this.shown.get(sessionId);
    if (before !== undefined) this.counts.add(before.session.agentState, -1);
    if (shown !== undefined) this.counts.add(shown.session.agentState, 1);
    if (shown === undefined) this.shown.delete(sessionId);
    else this.shown.set(sessionId, shown);
  }

  private newSummary(now: number): Summary | undefined {
    const summary = this.counts.summary(this.today(now), this.scan);
    for (const part of this.parts) Object.assign(summary, part.summaryAt?.(now, this.scan));
    if (isSameData(summary, this.summary)) return undefined;
    this.summary = summary;
    return summary;
  }

  private schedule(now: number): void {
    clearTimeout(this.timer);
    // Wakes at least once a minute, because timers of a suspended machine are late; a new day
    // starts on time.
    let next = Math.min(now + 60_000, new Date(now).setHours(24, 0, 0, 0));
    for (const { recheckAt } of this.results.values()) {
      next = Math.min(next, recheckAt ?? Infinity);
    }
    this.timer = setTimeout(() => this.wake(next), Math.max(1, next - now)).unref();
  }

  /**
   * Flushes what is due. After a suspension, it waits first, so that unread events are applied
   * before effects of time.
   */
  private wake(due: number): void {
    if (this.clock() <= due + pauseMs) return this.flush();
    this.timer = setTimeout(() => this.flush(), catchUpMs).unref();
  }
}

function isSameState(a: LiveSession | undefined, b: LiveSession): boolean {
  return (
    a !== undefined &&
    a.agentState.state === b.agentState.state &&
    a.agentState.label.text === b.agentState.label.text &&
    a.agentState.source === b.agentState.source
  );
}

function rethrow(_sessionId: string, error: unknown): never {
  throw error;
}
