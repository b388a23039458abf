import { sections } from '../shared/board/boardOrder';
import { t } from '../shared/words/l10n';
import type { FromPage, RevealMode, ToPage } from '../shared/messages/pageMessages';
import type { LiveSession } from '../shared/protocol/protocol';
import { Announcer } from './keys/announcer';
import { Answers } from './decide/answers';
import {
  arrange,
  insertNew,
  defaultCriteria,
  isReordered,
  noColumns,
  sectionHolding,
  type Columns,
  type Criteria,
} from './layout/arrange';
import { isNotVisible, arrangeInPlace, type FixedLists } from './layout/renderedCards';
import type { Host } from './host';
import { applyMessage, emptyReplica, type Replica } from './replica';
import { createStore } from './store';

/** Time in ms for which cards stay in place after the pointer moved among them. */
const pointerDelayMs = 2_000;
/** Time in ms for which cards stay in place after they were reordered. */
const reorderDelayMs = 15_000;

export interface BoardState extends Replica {
  /** The sessions in the order of the current filter and sort order. */
  readonly columns: Columns;
  /**
   * The cards that are rendered: those of `columns`, unless cards are kept in place while a person
   * uses the lists.
   */
  readonly rendered: Columns;
  /** Sessions that have left the board but whose cards are kept in place, with their last state. */
  readonly leftSessions: ReadonlyMap<string, LiveSession>;
}

const noSessions: ReadonlyMap<string, LiveSession> = new Map();

/** Model of the page: applies the host's messages, orders the cards and announces changes. */
export class PageBoard {
  readonly state = createStore<BoardState>({
    ...emptyReplica,
    columns: noColumns,
    rendered: noColumns,
    leftSessions: noSessions,
  });
  /**
   * True while the lists or the pane have the pointer or the focus, or a field has the focus; the
   * layout must not shift then.
   */
  readonly isInUse = createStore(false);
  readonly announcer = new Announcer();
  readonly answers = new Answers((message) => this.host.post(message));
  private criteria = defaultCriteria;
  /** Time in ms since 1970 until which sessions keep their order. */
  private sortAfterMs = 0;
  /** The lists in which no card may move; undefined while cards may move. */
  private fixedLists: FixedLists | undefined;
  /**
   * Sessions that a person answered or dismissed here, with the request at that time. Their cards
   * may move once, unless a new request opens first.
   */
  private readonly released = new Map<string, string | undefined>();
  private sortTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly releaseTimers = new Set<ReturnType<typeof setTimeout>>();

  constructor(
    private readonly host: Host,
    private readonly onReveal: (sessionId: string, how: RevealMode) => void,
    private readonly onMessage: (message: ToPage) => void = () => undefined,
    private readonly onFirstSessions: (columns: Columns) => void = () => undefined,
  ) {}

  /** Connects to the host; returns a function that disconnects. */
  connect(): () => void {
    const stop = this.host.onMessage((message) => this.receive(message));
    this.host.post({ type: 'ready' });
    return () => {
      stop();
      clearTimeout(this.sortTimer);
      for (const timer of this.releaseTimers) clearTimeout(timer);
      this.releaseTimers.clear();
      this.announcer.dispose();
      this.answers.dispose();
    };
  }

  post(message: FromPage): void {
    this.host.post(message);
  }

  /** Applies filter and sort order immediately. */
  setCriteria(criteria: Criteria): void {
    this.criteria = criteria;
    const state = this.state.get();
    const columns = arrange(state.columns, state.sessions, criteria);
    if (columns === state.columns) return;
    this.deleteMovedFromReleased(state.rendered, columns);
    this.state.set({ ...state, columns, rendered: columns, leftSessions: noSessions });
  }

  /** Keeps cards in place while a person uses the lists; undefined lets all of them move. */
  setFixedLists(fixedLists: FixedLists | undefined): void {
    this.fixedLists = fixedLists;
    if (fixedLists === undefined) this.moveAllCards();
  }

  /** Moves every card to its current position, on the person's request. */
  moveAllCards(): void {
    const state = this.state.get();
    this.deleteMovedFromReleased(state.rendered, state.columns);
    if (state.rendered === state.columns && state.leftSessions === noSessions) return;
    this.state.set({ ...state, rendered: state.columns, leftSessions: noSessions });
  }

  /**
   * Moves every card to its current position if the session's card would otherwise not be rendered.
   */
  moveCardsToShow(sessionId: string): void {
    const { rendered, columns } = this.state.get();
    if (
      this.fixedLists !== undefined &&
      isNotVisible(sessionId, rendered, columns, this.fixedLists)
    )
      this.moveAllCards();
  }

  /** Lets the card of a session move, because the person answered or dismissed the session. */
  release(sessionId: string, afterMs: number): void {
    const { sessions, rendered } = this.state.get();
    const request = requestOf(sessions.get(sessionId));
    const section = sectionHolding(rendered, sessionId);
    const timer = setTimeout(() => {
      this.releaseTimers.delete(timer);
      const state = this.state.get();
      if (sectionHolding(state.rendered, sessionId) !== section) return; // The card has already moved.
      this.released.set(sessionId, request);
      this.state.set({ ...state, ...this.computeRendered(state, state) });
    }, afterMs);
    this.releaseTimers.add(timer);
  }

  pointerMoved(): void {
    this.delaySorting(pointerDelayMs);
  }

  private receive(message: ToPage): void {
    const before = this.state.get();
    const replica = applyMessage(before, message);
    if (replica === 'missed') {
      this.state.set({ ...before, sequence: undefined });
      this.host.post({ type: 'ready' });
      return;
    }
    if (replica === before) return;
    this.applyReplica(
      before,
      replica,
      message.type === 'update' && message.isRest === true ? message.changed : undefined,
    );
    this.answers.handleMessage(message);
    this.onMessage(message);
    if (message.type !== 'reveal') return;
    this.onReveal(message.sessionId, message.how);
    this.host.post({ type: 'revealed', sequence: message.sequence });
  }

  private applyReplica(before: BoardState, replica: Replica, rest?: readonly LiveSession[]): void {
    const { sessions, connection } = replica;
    if (sessions === before.sessions) {
      const { columns, rendered, leftSessions } = before;
      this.state.set({ ...replica, columns, rendered, leftSessions });
    } else {
      const isSortingDelayed = Date.now() < this.sortAfterMs;
      const columns = (isSortingDelayed ? insertNew : arrange)(
        before.columns,
        sessions,
        this.criteria,
      );
      if (isReordered(before.columns, columns)) this.delaySorting(reorderDelayMs);
      this.state.set({
        ...replica,
        columns,
        ...this.computeRendered(before, { columns, sessions }),
      });
      if (before.connection === 'connecting') this.onFirstSessions(columns);
      if (isSortingDelayed) this.scheduleSort();
      if (rest !== undefined) {
        this.announcer.addKnown(rest);
      } else if (before.connection !== 'connecting') {
        this.announcer.sessionsChanged(
          this.announceable(before.sessions),
          this.announceable(sessions),
        );
      }
    }
    if (before.connection === 'live' && connection === 'offline') {
      this.announcer.announce(t('Connection lost. Reconnecting…'));
    } else if (before.connection === 'offline' && connection === 'live') {
      this.announcer.announce(t('Connected again.'));
    } else if (before.connection !== 'off' && connection === 'off') {
      this.announcer.announce(t('Mission Control is turned off.'));
    }
  }

  /** Returns the sessions that the page shows, whose changes are announced. */
  private announceable(sessions: Replica['sessions']): Replica['sessions'] {
    const { sessionId } = this.host;
    const session = sessionId === undefined ? undefined : sessions.get(sessionId);
    if (sessionId === undefined) return sessions;
    return session === undefined ? noSessions : new Map([[sessionId, session]]);
  }

  private computeRendered(
    before: BoardState,
    { columns, sessions }: Pick<BoardState, 'columns' | 'sessions'>,
  ): Pick<BoardState, 'rendered' | 'leftSessions'> {
    if (this.fixedLists === undefined) {
      this.deleteMovedFromReleased(before.rendered, columns);
      return { rendered: columns, leftSessions: noSessions };
    }
    for (const [id, request] of this.released) {
      const currentRequest = requestOf(sessions.get(id));
      if (currentRequest !== undefined && currentRequest !== request) this.released.delete(id);
    }
    const rendered = arrangeInPlace(before.rendered, columns, this.released, this.fixedLists);
    this.deleteMovedFromReleased(before.rendered, rendered);
    const leftSessions = new Map<string, LiveSession>();
    for (const id of sections.flatMap((section) => rendered[section])) {
      const lastState = before.sessions.get(id) ?? before.leftSessions.get(id);
      if (!sessions.has(id) && lastState !== undefined) leftSessions.set(id, lastState);
    }
    return { rendered, leftSessions: leftSessions.size === 0 ? noSessions : leftSessions };
  }

  /** Deletes cards that have moved from `released`, because a released card may move only once. */
  private deleteMovedFromReleased(before: Columns, after: Columns): void {
    for (const id of this.released.keys()) {
      const section = sectionHolding(after, id);
      if (section === undefined || section !== sectionHolding(before, id)) this.released.delete(id);
    }
  }

  private delaySorting(ms: number): void {
    this.sortAfterMs = Math.max(this.sortAfterMs, Date.now() + ms);
  }

  private scheduleSort(): void {
    this.sortTimer ??= setTimeout(() => this.sortNow(), Math.max(0, this.sortAfterMs - Date.now()));
  }

  private sortNow(): void {
    clearTimeout(this.sortTimer);
    this.sortTimer = undefined;
    if (Date.now() < this.sortAfterMs) return this.scheduleSort();
    const state = this.state.get();
    const columns = arrange(state.columns, state.sessions, this.criteria);
    if (columns === state.columns) return;
    this.delaySorting(reorderDelayMs);
    this.state.set({ ...state, columns, ...this.computeRendered(state, { ...state, columns }) });
  }
}

function requestOf(session: LiveSession | undefined): string | undefined {
  return session?.pendingRequest?.requestId;
}
