import type { FromPage, PageQuery, ToPage } from '../../shared/messages/pageMessages';
import type { LiveSession, PendingRequest, SessionDetails } from '../../shared/protocol/protocol';
import type { DayReport } from '../../shared/protocol/work/day';
import type { GrantUse } from '../../shared/protocol/work/grants';
import type { Worktree } from '../../shared/protocol/work/worktrees';
import { createStore } from '../store';

/**
 * Minimum interval in ms between requests for details, because a running session changes many times
 * a second.
 */
const minIntervalMs = 2_000;
/** Maximum number of sessions whose answers are kept. */
const maxKeptEntries = 50;

export interface AnswersState {
  readonly details: ReadonlyMap<string, SessionDetails>;
  /** Complete requests by request id. */
  readonly requests: ReadonlyMap<string, PendingRequest>;
  readonly day: DayReport | undefined;
  /** Recorded uses of grants, newest first. */
  readonly uses: readonly GrantUse[];
  /** Work trees by session id. */
  readonly worktrees: ReadonlyMap<string, Worktree>;
  /** Reasons of failed queries, by query. */
  readonly reasons: ReadonlyMap<PageQuery, string>;
}

/** The host's answers to the page's queries, and the requests for them. */
export class Answers {
  readonly state = createStore<AnswersState>({
    details: new Map(),
    requests: new Map(),
    day: undefined,
    uses: [],
    worktrees: new Map(),
    reasons: new Map(),
  });
  /** Time of the last request in ms since 1970, by session or request id. */
  private readonly requestedAt = new Map<string, number>();
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly post: (message: FromPage) => void) {}

  /** Requests the details of a session; called at each change while they are shown. */
  loadDetails({ sessionId }: LiveSession): void {
    const since = Date.now() - (this.requestedAt.get(sessionId) ?? -Infinity);
    if (this.timers.has(sessionId)) return;
    if (since >= minIntervalMs) return this.requestDetails(sessionId);
    const timer = setTimeout(() => this.requestDetails(sessionId), minIntervalMs - since);
    this.timers.set(sessionId, timer);
  }

  /** Cancels the pending request of `loadDetails`. */
  cancelDetails(sessionId: string): void {
    clearTimeout(this.timers.get(sessionId));
    this.timers.delete(sessionId);
  }

  /** Requests the complete request if the board has only its preview. */
  loadRequest({ sessionId, pendingRequest }: LiveSession): void {
    if (pendingRequest === undefined || pendingRequest.whole) return;
    if (this.requestedAt.has(pendingRequest.requestId)) return;
    this.requestedAt.set(pendingRequest.requestId, Date.now());
    this.post({ type: 'ask', name: 'request', request: { sessionId } });
  }

  /**
   * Requests the reasons against removing a session's work tree. The host runs git for it, so it is
   * called only while the offer to remove it may be shown.
   */
  loadWorktree(sessionId: string): void {
    this.post({ type: 'ask', name: 'worktree', request: { sessionId } });
  }

  loadDay(day: string | undefined): void {
    this.post({ type: 'ask', name: 'day', request: day === undefined ? {} : { day } });
  }

  handleMessage(message: ToPage): void {
    const state = this.state.get();
    if (message.type === 'unanswered') {
      const reasons = new Map(state.reasons).set(message.name, message.reason);
      return this.state.set({ ...state, reasons });
    }
    if (message.type !== 'answer') return;
    const reasons = withoutEntry(state.reasons, message.name);
    switch (message.name) {
      case 'details': {
        const details = withEntry(state.details, message.request.sessionId, message.answer);
        return this.state.set({ ...state, details, reasons });
      }
      case 'request': {
        const requests = withEntry(state.requests, message.answer.requestId, message.answer);
        return this.state.set({ ...state, requests, reasons });
      }
      case 'worktree': {
        const worktrees = withEntry(state.worktrees, message.request.sessionId, message.answer);
        return this.state.set({ ...state, worktrees, reasons });
      }
      case 'grantUses':
        return this.state.set({ ...state, uses: message.answer.uses, reasons });
      case 'day':
        return this.state.set({ ...state, day: message.answer, reasons });
      default:
    }
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  private requestDetails(sessionId: string): void {
    this.timers.delete(sessionId);
    this.requestedAt.set(sessionId, Date.now());
    this.post({ type: 'ask', name: 'details', request: { sessionId } });
  }
}

function withEntry<T>(
  before: ReadonlyMap<string, T>,
  key: string,
  value: T,
): ReadonlyMap<string, T> {
  const others = [...before].filter(([one]) => one !== key).slice(1 - maxKeptEntries);
  return new Map([...others, [key, value]]);
}

function withoutEntry<Key, T>(before: ReadonlyMap<Key, T>, key: Key): ReadonlyMap<Key, T> {
  if (!before.has(key)) return before;
  const next = new Map(before);
  next.delete(key);
  return next;
}
