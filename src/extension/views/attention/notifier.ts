import { isAskedOverSince } from '../../../shared/board/collisionText';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Order, Reach } from '../../../shared/protocol/windows';
import type { BoardModel } from '../../link/boardModel';
import type { WindowConnection } from '../../link/windowConnection';
import { type Disposable, DisposableStore, toDisposable } from '../../util/lifetime';
import {
  type CallingSession,
  isRequestAction,
  type Notice,
  type NoticeAction,
  noticeOf,
} from './notice';

type NotifyOrder = Extract<Order, { type: 'notify' }>;

export interface NotifierParts {
  readonly board: Pick<BoardModel, 'get'>;
  readonly line: Pick<WindowConnection, 'onDidReceiveOrder' | 'answer'>;
  readonly isInFront: (sessionId: string, terminal: number | undefined) => boolean;
  /** Shows it; settles with the label of the pressed button when it is gone from the screen. */
  readonly show: (notice: Notice) => PromiseLike<string | undefined>;
  /** The call is that of the request that was shown, for what answers it. */
  readonly act: (
    action: NoticeAction,
    sessions: readonly LiveSession[],
    call: string | undefined,
  ) => void;
  /** The call by which the session's request is answered in this window, if it is. */
  readonly callOf: (session: LiveSession) => string | undefined;
  /** A person had the request before them. */
  readonly shown: (sessionId: string, call: string) => void;
  /** Says that somebody else has answered what was asked. */
  readonly sayDecided: (session: LiveSession) => void;
  /** Says in passing that a session needs nobody any more. */
  readonly sayOver: (sessions: readonly LiveSession[]) => void;
  readonly playSound: () => void;
}

/** Who calls within this time, in ms, calls together. */
const gatherMs = 250;
/** While one notification is on the screen, others wait for it, but no longer than this, in ms. */
const shownMs = 10_000;

/** A request that came into sight less than this before, in ms, was not read: it is shown before it is decided. */
const unseenMs = 500;

/** Shows what the hub lets this window tell; one notification at a time. */
export class Notifier implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly waiting = new Map<string, Reach>();
  private timer: NodeJS.Timeout | undefined;
  private blockedUntil = 0;

  constructor(private readonly parts: NotifierParts) {
    this.lifetime.add(
      parts.line.onDidReceiveOrder((order) => {
        if (order.type === 'notify') void this.take(order);
      }),
    );
    this.lifetime.add(toDisposable(() => clearTimeout(this.timer)));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** Takes an order to notify; declines it where the session no longer calls or is in sight by now. */
  private async take(order: NotifyOrder): Promise<void> {
    const { line, isInFront } = this.parts;
    const { sessionId, reach, terminal } = order;
    const wanted = this.caller(sessionId, reach) !== undefined && !isInFront(sessionId, terminal);
    if (!(await line.answer(order, wanted)) || !wanted || this.lifetime.isDisposed) return;
    this.waiting.set(sessionId, reach);
    this.schedule(gatherMs);
  }

  private schedule(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => this.flush(),
      Math.max(ms, this.blockedUntil - performance.now()),
    );
  }

  private flush(): void {
    const callers = [...this.waiting].flatMap(
      ([sessionId, reach]) => this.caller(sessionId, reach) ?? [],
    );
    this.waiting.clear();
    const [first, ...others] = callers;
    if (first !== undefined) void this.tell([first, ...others]);
  }

  private async tell(callers: readonly [CallingSession, ...CallingSession[]]): Promise<void> {
    const { show, act, shown, sayOver, playSound } = this.parts;
    const notice = noticeOf(callers);
    const until = performance.now() + shownMs;
    this.blockedUntil = until;
    playSound();
    const shownAt = performance.now();
    for (const { session, call } of callers) if (call) shown(session.sessionId, call);
    const label = await show(notice);
    if (this.blockedUntil === until) this.blockedUntil = 0;
    if (this.waiting.size > 0) this.schedule(0);
    const pressed = notice.buttons.find((button) => button.label === label);
    if (pressed === undefined || this.lifetime.isDisposed) return;
    const [{ session: first, call }] = callers;
    if (isRequestAction(pressed.action)) {
      if (this.currentCall(first.sessionId) !== call) return this.parts.sayDecided(first);
      const decides = pressed.action === 'allow' || pressed.action === 'deny';
      const isUnread = performance.now() - shownAt < unseenMs;
      const isStale =
        pressed.action === 'allow' &&
        isAskedOverSince(first, this.parts.board.get(first.sessionId));
      const action = (decides && isUnread) || isStale ? 'look' : pressed.action;
      return act(action, [first], call);
    }
    const sessions = callers.map(({ session }) => session);
    const still = sessions.filter(({ sessionId }) => this.needs(sessionId));
    if (still.length === 0 && pressed.action !== 'mute') sayOver(sessions);
    act(pressed.action, still.length > 0 ? still : sessions, undefined);
  }

  private caller(sessionId: string, reach: Reach): CallingSession | undefined {
    const session = this.parts.board.get(sessionId);
    if (session === undefined || !this.needs(sessionId)) return undefined;
    return { session, reach, call: this.parts.callOf(session) };
  }

  private currentCall(sessionId: string): string | undefined {
    const session = this.parts.board.get(sessionId);
    return session && this.parts.callOf(session);
  }

  private needs(sessionId: string): boolean {
    return this.parts.board.get(sessionId)?.agentState.group === 'needs_you';
  }
}
