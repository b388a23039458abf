import { compareSessions } from '../../shared/boardOrder';
import type { Board, Budget, LiveSession, Summary } from '../../shared/protocol';
import { Emitter } from '../util/emitter';
import type { Disposable } from '../util/lifetime';
import type { DomainEvent } from './domain/event';
import { explain } from './domain/explain';
import { lastActivityAt, liveSession } from './domain/live';
import { overlay } from './domain/overlay';
import { resolve } from './domain/resolve';
import type { SessionFacts } from './domain/session';
import { Sessions } from './domain/sessions';
import { summarize, type Today } from './domain/summary';

/** Changes since the last time, whole sessions in board order. */
export interface BoardUpdate {
  readonly changed: readonly LiveSession[];
  readonly removed: readonly string[];
  /** Set when it differs. */
  readonly summary: Summary | undefined;
}

/** A process that names no status and has no other sign is shown after this, in ms: it may be taking another session. */
const settleMs = 2_000;

interface Shown {
  readonly session: LiveSession;
  readonly text: string;
}

/** Keeps the facts and what they mean now; tells what changed, once per burst of events. */
export class LiveBoard implements Disposable {
  private readonly sessions = new Sessions();
  private readonly shown = new Map<string, Shown>();
  private readonly dirty = new Set<string>();
  private readonly recheckAt = new Map<string, number>();
  private readonly changes = new Emitter<BoardUpdate>();
  readonly onDidChange = this.changes.event;
  private flushing: NodeJS.Immediate | undefined;
  private timer: NodeJS.Timeout | undefined;
  private summary: Summary;
  private budget: Budget = {};

  constructor(
    private readonly today: (now: number) => Today,
    private readonly clock: () => number = Date.now,
    private readonly trail: (session: LiveSession) => void = () => undefined,
    private readonly onError: (sessionId: string, error: unknown) => void = rethrow,
  ) {
    this.summary = summarize([], today(clock()));
  }

  apply(event: DomainEvent): void {
    this.sessions.apply(event);
    this.dirty.add(event.sessionId);
    this.flushing ??= setImmediate(() => this.flush());
  }

  /** Takes effect at once for every session that spends. */
  setBudget(budget: Budget): void {
    this.budget = budget;
    for (const sessionId of this.shown.keys()) this.dirty.add(sessionId);
    this.flush();
  }

  /** Whether somebody may be running the session. */
  isLive(sessionId: string): boolean {
    const shown = this.shown.get(sessionId);
    return shown !== undefined && shown.session.agentState.group !== 'delivered';
  }

  /** The folders that living sessions work in. */
  liveProjects(): readonly { readonly sessionId: string; readonly folder: string }[] {
    const live: { readonly sessionId: string; readonly folder: string }[] = [];
    for (const { session } of this.shown.values()) {
      if (session.agentState.group === 'delivered' || session.projectPath === '') continue;
      live.push({ sessionId: session.sessionId, folder: session.projectPath });
    }
    return live;
  }

  get(sessionId: string): LiveSession | undefined {
    return this.shown.get(sessionId)?.session;
  }

  snapshot(): Board {
    this.flush();
    const sessions = [...this.shown.values()].map(({ session }) => session).sort(compareSessions);
    return { sessions, summary: this.summary };
  }

  /** Brings everything up to the moment: what is new, what time alone changes, and the day. */
  flush(): void {
    clearImmediate(this.flushing);
    this.flushing = undefined;
    const now = this.clock();
    this.sessions.settle(now);
    for (const [sessionId, at] of this.recheckAt) if (at <= now) this.dirty.add(sessionId);
    const changed: LiveSession[] = [];
    const removed: string[] = [];
    for (const sessionId of this.dirty) {
      try {
        this.refresh(sessionId, now, changed, removed);
      } catch (error) {
        this.onError(sessionId, error); // One odd session takes nobody else's card away.
      }
    }
    this.dirty.clear();
    this.schedule(now);
    const summary = this.newSummary(now);
    if (changed.length === 0 && removed.length === 0 && summary === undefined) return;
    this.changes.fire({ changed: changed.sort(compareSessions), removed, summary });
  }

  dispose(): void {
    clearImmediate(this.flushing);
    clearTimeout(this.timer);
    this.changes.dispose();
  }

  private refresh(sessionId: string, now: number, changed: LiveSession[], removed: string[]): void {
    const facts = this.sessions.get(sessionId);
    const before = this.shown.get(sessionId);
    this.recheckAt.delete(sessionId);
    if (facts === undefined) return;
    if (!isListed(facts, now)) {
      const settlesAt = (facts.processes.at(-1)?.seenAt ?? 0) + settleMs;
      if (settlesAt > now) this.recheckAt.set(sessionId, settlesAt);
      if (this.shown.delete(sessionId)) removed.push(sessionId);
      return;
    }
    const decided = resolve(facts, now);
    const circumstances = { budget: this.budget, todayUsd: this.today(now).usd };
    const resolution = overlay(facts, decided, circumstances, lastActivityAt(facts));
    const { recheckAt } = resolution;
    if (recheckAt !== undefined && recheckAt > now) this.recheckAt.set(sessionId, recheckAt);
    const session = liveSession(facts, resolution, explain(facts, decided.claim, now));
    const text = JSON.stringify(session);
    if (before?.text === text) return;
    if (!isSameState(before?.session, session)) this.trail(session);
    this.shown.set(sessionId, { session, text });
    changed.push(session);
  }

  private newSummary(now: number): Summary | undefined {
    const sessions = [...this.shown.values()].map(({ session }) => session);
    const summary = summarize(sessions, this.today(now));
    if (JSON.stringify(summary) === JSON.stringify(this.summary)) return undefined;
    this.summary = summary;
    return summary;
  }

  private schedule(now: number): void {
    clearTimeout(this.timer);
    // At least each minute, so that a new day begins on time.
    let next = now + 60_000;
    for (const at of this.recheckAt.values()) next = Math.min(next, at);
    this.timer = setTimeout(() => this.flush(), Math.max(1, next - now));
    this.timer.unref();
  }
}

function isSameState(a: LiveSession | undefined, b: LiveSession): boolean {
  return (
    a !== undefined &&
    a.agentState.state === b.agentState.state &&
    a.agentState.label === b.agentState.label &&
    a.agentState.source === b.agentState.source
  );
}

function rethrow(_sessionId: string, error: unknown): never {
  throw error;
}

/** A process alone is a card only when it is a session: a resumed client bears a stranger's id for a moment. */
function isListed(facts: SessionFacts, now: number): boolean {
  const { hook, transcript, processes } = facts;
  const live = processes.find((one) => one.gone === undefined);
  // Deleted with nobody running it: there is nothing left to open.
  const ended = hook?.main === undefined || hook.main.kind === 'ended';
  if (transcript?.present === false && live === undefined && ended) return false;
  if (hook?.main !== undefined || transcript?.turn !== undefined) return true;
  if (hook !== undefined && hook.pending.length > 0) return true;
  if (live === undefined) return false;
  return live.status !== undefined || now - live.seenAt >= settleMs;
}
