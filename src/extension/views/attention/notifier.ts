import { hasNewRequestCollision } from '../../../shared/board/texts/collisionText';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Order, Reach } from '../../../shared/protocol/windows';
import type { BoardModel } from '../../link/boardModel';
import type { WindowConnection } from '../../link/windowConnection';
import { type Disposable, DisposableStore, toDisposable } from '../../util/lifetime';
import {
  type NotifiedSession,
  isRequestAction,
  type Notice,
  type NoticeAction,
  noticeOf,
} from './notice';

type NotifyOrder = Extract<Order, { type: 'notify' }>;

export interface NotifierParts {
  readonly board: Pick<BoardModel, 'get'>;
  readonly windowConnection: Pick<WindowConnection, 'onDidReceiveOrder' | 'answer'>;
  readonly isInFront: (sessionId: string, terminal: number | undefined) => boolean;
  /** Shows the notification; resolves after it was closed, with the label of the pressed button. */
  readonly show: (notice: Notice) => PromiseLike<string | undefined>;
  /**
   * Performs the action of a button; `call` identifies the request that the notification showed.
   */
  readonly act: (
    action: NoticeAction,
    sessions: readonly LiveSession[],
    call: string | undefined,
  ) => void;
  /**
   * The call with which the session's request can be answered in this window; undefined if it
   * can't.
   */
  readonly callOf: (session: LiveSession) => string | undefined;
  /** Reports that the request was visible to a person. */
  readonly shown: (sessionId: string, call: string) => void;
  /** Shows that the request was already answered elsewhere. */
  readonly sayDecided: (session: LiveSession) => void;
  /** Shows briefly that the sessions no longer need anybody. */
  readonly sayOver: (sessions: readonly LiveSession[]) => void;
  readonly playSound: () => void;
}

/** Time in ms within which sessions are combined into one notification. */
const gatherMs = 250;
/** Maximum time in ms for which a visible notification delays the next one. */
const shownMs = 10_000;

/**
 * Time in ms below which a shown notification counts as unread: an earlier press on Allow or Deny
 * opens the request for review instead.
 */
const unseenMs = 500;

/** Shows the notifications that the hub orders, one at a time. */
export class Notifier implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly waiting = new Map<string, Reach>();
  private timer: NodeJS.Timeout | undefined;
  private blockedUntil = 0;

  constructor(private readonly parts: NotifierParts) {
    this.lifetime.add(
      parts.windowConnection.onDidReceiveOrder((order) => {
        if (order.type === 'notify') void this.handleOrder(order);
      }),
    );
    this.lifetime.add(toDisposable(() => clearTimeout(this.timer)));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /**
   * Handles an order to notify; declines it if the session no longer needs the person, or is
   * visible.
   */
  private async handleOrder(order: NotifyOrder): Promise<void> {
    const { windowConnection, isInFront } = this.parts;
    const { sessionId, reach, terminal } = order;
    const wanted = this.caller(sessionId, reach) !== undefined && !isInFront(sessionId, terminal);
    if (!(await windowConnection.answer(order, wanted)) || !wanted || this.lifetime.isDisposed)
      return;
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
    if (first !== undefined) void this.showNotification([first, ...others]);
  }

  private async showNotification(
    callers: readonly [NotifiedSession, ...NotifiedSession[]],
  ): Promise<void> {
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
        hasNewRequestCollision(first, this.parts.board.get(first.sessionId));
      const action = (decides && isUnread) || isStale ? 'look' : pressed.action;
      return act(action, [first], call);
    }
    const sessions = callers.map(({ session }) => session);
    const still = sessions.filter(({ sessionId }) => this.needs(sessionId));
    if (still.length === 0 && pressed.action !== 'mute') sayOver(sessions);
    act(pressed.action, still.length > 0 ? still : sessions, undefined);
  }

  private caller(sessionId: string, reach: Reach): NotifiedSession | undefined {
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
