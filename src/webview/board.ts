import { sections } from '../shared/board/boardOrder';
import { t } from '../shared/words/l10n';
import type { FromPage, RevealMode, ToPage } from '../shared/messages/pageMessages';
import type { LiveSession } from '../shared/protocol/protocol';
import { Announcer } from './keys/announcer';
import { Answers } from './decide/answers';
import {
  arrange,
  arrangeCalmly,
  defaultCriteria,
  isReordered,
  noColumns,
  sectionHolding,
  type Columns,
  type Criteria,
} from './layout/arrange';
import { isOutOfSight, keepPlaces, type StillLists } from './layout/drawn';
import type { Host } from './host';
import { applyMessage, emptyReplica, type Replica } from './replica';
import { createStore } from './store';

/** Time in ms for which cards stay in place after the pointer moved among them. */
const pointerCalmMs = 2_000;
/** Time in ms for which cards stay in place after they were reordered. */
const orderCalmMs = 15_000;

export interface BoardState extends Replica {
  readonly columns: Columns;
  /**
   * The cards that are rendered: those of `columns`, unless cards are kept in place while a person
   * uses the lists.
   */
  readonly drawn: Columns;
  /** Sessions that have left the board but whose cards are kept in place, with their last state. */
  readonly left: ReadonlyMap<string, LiveSession>;
}

const noSessions: ReadonlyMap<string, LiveSession> = new Map();

/** Model of the page: applies the host's messages, orders the cards and announces changes. */
export class PageBoard {
  readonly state = createStore<BoardState>({
    ...emptyReplica,
    columns: noColumns,
    drawn: noColumns,
    left: noSessions,
  });
  /**
   * True while the lists or the pane have the pointer or the focus, or a field has the focus; the
   * layout must not shift then.
   */
  readonly isAttended = createStore(false);
  readonly announcer = new Announcer();
  readonly answers = new Answers((message) => this.host.post(message));
  private criteria = defaultCriteria;
  private calmUntil = 0;
  /** The lists in which no card may move; undefined while cards may move. */
  private still: StillLists | undefined;
  /**
   * Sessions that a person answered or dismissed here, with the request at that time. Their cards
   * may move once, unless a new request opens first.
   */
  private readonly released = new Map<string, string | undefined>();
  private settleTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly releaseTimers = new Set<ReturnType<typeof setTimeout>>();

  constructor(
    private readonly host: Host,
    private readonly onReveal: (sessionId: string, how: RevealMode) => void,
    private readonly onAnswer: (message: ToPage) => void = () => undefined,
    private readonly onStart: (columns: Columns) => void = () => undefined,
  ) {}

  /** Connects to the host; returns a function that disconnects. */
  connect(): () => void {
    const stop = this.host.onMessage((message) => this.receive(message));
    this.host.post({ type: 'ready' });
    return () => {
      stop();
      clearTimeout(this.settleTimer);
      for (const timer of this.releaseTimers) clearTimeout(timer);
      this.releaseTimers.clear();
      this.announcer.dispose();
      this.answers.dispose();
    };
  }

  post(message: FromPage): void {
    this.host.post(message);
  }

  /** Applies filter and order immediately. */
  choose(criteria: Criteria): void {
    this.criteria = criteria;
    const state = this.state.get();
    const columns = arrange(state.columns, state.sessions, criteria);
    if (columns === state.columns) return;
    this.deleteMoved(state.drawn, columns);
    this.state.set({ ...state, columns, drawn: columns, left: noSessions });
  }

  /** Keeps cards in place while a person uses the lists; undefined lets all of them move. */
  restrictMoves(still: StillLists | undefined): void {
    this.still = still;
    if (still === undefined) this.drawAll();
  }

  /** Moves every card to its current position, on the person's request. */
  drawAll(): void {
    const state = this.state.get();
    this.deleteMoved(state.drawn, state.columns);
    if (state.drawn === state.columns && state.left === noSessions) return;
    this.state.set({ ...state, drawn: state.columns, left: noSessions });
  }

  /**
   * Moves every card to its current position if the session's card would otherwise not be rendered.
   */
  drawFor(sessionId: string): void {
    const { drawn, columns } = this.state.get();
    if (this.still !== undefined && isOutOfSight(sessionId, drawn, columns, this.still))
      this.drawAll();
  }

  /** Lets the card of a session move, because the person answered or dismissed the session. */
  release(sessionId: string, afterMs: number): void {
    const { sessions, drawn } = this.state.get();
    const request = requestOf(sessions.get(sessionId));
    const place = sectionHolding(drawn, sessionId);
    const timer = setTimeout(() => {
      this.releaseTimers.delete(timer);
      const state = this.state.get();
      if (sectionHolding(state.drawn, sessionId) !== place) return; // The card has already moved.
      this.released.set(sessionId, request);
      this.state.set({ ...state, ...this.computeDrawn(state, state) });
    }, afterMs);
    this.releaseTimers.add(timer);
  }

  pointerMoved(): void {
    this.stayCalm(pointerCalmMs);
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
    this.show(
      before,
      replica,
      message.type === 'update' && message.isRest === true ? message.changed : undefined,
    );
    this.answers.handleMessage(message);
    this.onAnswer(message);
    if (message.type !== 'reveal') return;
    this.onReveal(message.sessionId, message.how);
    this.host.post({ type: 'revealed', sequence: message.sequence });
  }

  private show(before: BoardState, replica: Replica, rest?: readonly LiveSession[]): void {
    const { sessions, connection } = replica;
    if (sessions === before.sessions) {
      const { columns, drawn, left } = before;
      this.state.set({ ...replica, columns, drawn, left });
    } else {
      const calm = Date.now() < this.calmUntil;
      const columns = (calm ? arrangeCalmly : arrange)(before.columns, sessions, this.criteria);
      if (isReordered(before.columns, columns)) this.stayCalm(orderCalmMs);
      this.state.set({ ...replica, columns, ...this.computeDrawn(before, { columns, sessions }) });
      if (before.connection === 'connecting') this.onStart(columns);
      if (calm) this.settleLater();
      if (rest !== undefined) {
        this.announcer.addKnown(rest);
      } else if (before.connection !== 'connecting') {
        this.announcer.sessionsChanged(this.shown(before.sessions), this.shown(sessions));
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
  private shown(sessions: Replica['sessions']): Replica['sessions'] {
    const { sessionId } = this.host;
    const session = sessionId === undefined ? undefined : sessions.get(sessionId);
    if (sessionId === undefined) return sessions;
    return session === undefined ? noSessions : new Map([[sessionId, session]]);
  }

  private computeDrawn(
    before: BoardState,
    { columns, sessions }: Pick<BoardState, 'columns' | 'sessions'>,
  ): Pick<BoardState, 'drawn' | 'left'> {
    if (this.still === undefined) {
      this.deleteMoved(before.drawn, columns);
      return { drawn: columns, left: noSessions };
    }
    for (const [id, request] of this.released) {
      const currentRequest = requestOf(sessions.get(id));
      if (currentRequest !== undefined && currentRequest !== request) this.released.delete(id);
    }
    const drawn = keepPlaces(before.drawn, columns, this.released, this.still);
    this.deleteMoved(before.drawn, drawn);
    const left = new Map<string, LiveSession>();
    for (const id of sections.flatMap((section) => drawn[section])) {
      const was = before.sessions.get(id) ?? before.left.get(id);
      if (!sessions.has(id) && was !== undefined) left.set(id, was);
    }
    return { drawn, left: left.size === 0 ? noSessions : left };
  }

  /** Deletes cards that have moved from `released`, because a released card may move only once. */
  private deleteMoved(before: Columns, after: Columns): void {
    for (const id of this.released.keys()) {
      const place = sectionHolding(after, id);
      if (place === undefined || place !== sectionHolding(before, id)) this.released.delete(id);
    }
  }

  private stayCalm(ms: number): void {
    this.calmUntil = Math.max(this.calmUntil, Date.now() + ms);
  }

  private settleLater(): void {
    this.settleTimer ??= setTimeout(
      () => this.applyPending(),
      Math.max(0, this.calmUntil - Date.now()),
    );
  }

  private applyPending(): void {
    clearTimeout(this.settleTimer);
    this.settleTimer = undefined;
    if (Date.now() < this.calmUntil) return this.settleLater();
    const state = this.state.get();
    const columns = arrange(state.columns, state.sessions, this.criteria);
    if (columns === state.columns) return;
    this.stayCalm(orderCalmMs);
    this.state.set({ ...state, columns, ...this.computeDrawn(state, { ...state, columns }) });
  }
}

function requestOf(session: LiveSession | undefined): string | undefined {
  return session?.pendingRequest?.requestId;
}
