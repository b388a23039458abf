import type {
  ControlCard,
  PageReport,
  RevealMode,
  ToPage,
} from '../../shared/messages/pageMessages';
import type { BoardChange, BoardModel } from '../link/boardModel';
import type { Event } from '../util/emitter';
import { type Disposable, DisposableStore, toDisposable } from '../util/lifetime';
import type { CalledPhones, HooksState, MutedSessions, SharedDrafts } from './pageParts';
import { noCards, type SeenCards } from './seenCards';
import { ShownRequests } from './shownRequests';

/** The parts of a page that the feed needs. */
export interface PageView {
  readonly visible: boolean;
  readonly onDidChangeVisibility: Event<void>;
  post(message: ToPage): void;
}

export interface PageFeedParts {
  readonly port: PageView;
  readonly board: BoardModel;
  /** Absent for a page outside of editors. */
  readonly hooks?: HooksState;
  readonly control: PageControl;
  readonly mutedSessions: MutedSessions;
  /** Absent on a phone. */
  readonly phones?: CalledPhones;
  /** Receives the cards that the person sees; none while the page is hidden. */
  readonly seen: (cards: SeenCards) => void;
  /** Absent if only the page stores drafts. */
  readonly drafts?: SharedDrafts;
  readonly home: string;
}

/** State that shows a page whether this window answers requests. */
export interface PageControl extends ControlCard {
  readonly onDidChange: Event<void>;
}

export type Unnumbered<T> = T extends unknown ? Omit<T, 'sequence'> : never;

/** Time in ms within which changes are combined into one message. */
const coalesceMs = 20;

/**
 * Maximum number of sessions in one message, so that neither side is blocked for long. The most
 * urgent come first.
 */
const sessionsPerMessage = 300;

/** Keeps one page in sync with the board. The page is not trusted. */
export class PageFeed implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changed = new Set<string>();
  private readonly removed = new Set<string>();
  /** Sessions that are sent in later messages than the snapshot. */
  private readonly rest = new Set<string>();
  /** The requests that were sent to the page. */
  readonly shown = new ShownRequests();
  private sequence = 0;
  /** The cards that the page last reported as seen. */
  private seen: SeenCards = noCards;
  private disposed = false;
  /** False until the page reports that it is ready. */
  private ready = false;
  private needsSnapshot = false;
  /** True if the board, or only its summary, changed since the last message. */
  private dirty = false;
  private flushTimer: NodeJS.Timeout | undefined;
  /** The card to reveal, kept until the page confirms it: a page that reloads gets it again. */
  private pendingReveal: { readonly sessionId: string; readonly how: RevealMode } | undefined;
  /** Sequence number under which this page was sent `pendingReveal`. */
  private revealSequence: number | undefined;

  constructor(private readonly parts: PageFeedParts) {
    const { port, board, hooks, control, mutedSessions, phones, drafts } = parts;
    this.lifetime.add(
      port.onDidChangeVisibility(() => {
        this.reportSeen();
        this.flush();
      }),
    );
    this.lifetime.add(board.onDidChange((change) => this.collect(change)));
    if (hooks !== undefined) {
      this.lifetime.add(
        hooks.onDidChangeStatus(() => this.sendOrMark({ type: 'hooks', ...hooksOf(hooks) })),
      );
    }
    this.lifetime.add(
      control.onDidChange(() => this.sendOrMark({ type: 'control', control: cardOf(control) })),
    );
    this.lifetime.add(
      mutedSessions.onDidChangeMutes(() =>
        this.sendOrMark({ type: 'mutes', mutes: mutedSessions.mutes }),
      ),
    );
    if (phones !== undefined) {
      this.lifetime.add(
        phones.onDidChangePushes(() => this.sendOrMark({ type: 'pushes', pushes: phones.pushes })),
      );
    }
    if (drafts !== undefined) {
      this.lifetime.add(
        drafts.onDidChange(({ draft, from }) => {
          if (from !== this) this.sendOrMark({ type: 'drafts', drafts: [draft] });
        }),
      );
    }
    this.lifetime.add(toDisposable(() => clearTimeout(this.flushTimer)));
  }

  dispose(): void {
    this.disposed = true;
    this.parts.seen(noCards);
    this.lifetime.dispose();
  }

  /** Scrolls to a card as soon as a page is ready. */
  reveal(sessionId: string, how: RevealMode = 'focus'): void {
    this.pendingReveal = { sessionId, how };
    this.revealSequence = undefined;
    if (!this.ready || !this.parts.port.visible) return;
    this.flush();
    this.continueSending();
  }

  handleUpkeep(message: PageReport): void {
    switch (message.type) {
      case 'ready':
        return this.handleReady();
      case 'ping':
        return this.answerPing();
      case 'inSight':
        this.seen = { inSight: message.sessionIds, inHand: message.inHand };
        return this.reportSeen();
    }
  }

  /** Handles the page's confirmation of the message with that number. */
  confirm(sequence: number): void {
    if (sequence === this.revealSequence) this.pendingReveal = undefined;
  }

  private handleReady(): void {
    this.ready = true;
    this.reportSeen();
    this.revealSequence = undefined;
    this.sendSnapshot();
  }

  /** Answers a ping; a page that outlived its previous extension host gets a snapshot. */
  private answerPing(): void {
    if (this.ready) this.parts.port.post({ type: 'alive', sequence: this.sequence });
    else this.handleReady();
  }

  /** Sends an answer; a page that is hidden by now requests again when it becomes visible. */
  answer(answer: Unnumbered<ToPage>): void {
    if (this.ready && !this.disposed && this.parts.port.visible) this.send(answer);
  }

  /** Sends a reply; a page that was hidden meanwhile gets a snapshot later instead. */
  readonly reply = (answer: Unnumbered<ToPage>): void => {
    if (this.disposed || !this.ready || !this.parts.port.visible) return;
    this.flush();
    this.send(answer);
  };

  private reportSeen(): void {
    this.parts.seen(this.parts.port.visible ? { ...this.seen, isShown: true } : noCards);
  }

  private collect(change: BoardChange): void {
    if (change.whole) {
      // The snapshot includes the connection: a separate message would briefly show the page as
      // connected but empty.
      this.needsSnapshot = true;
    } else if (change.connectionChanged) {
      this.sendOrMark({ type: 'connection', connection: this.parts.board.connection });
    }
    this.dirty ||= !change.connectionChanged;
    for (const { sessionId } of change.changed) {
      this.changed.add(sessionId);
      this.removed.delete(sessionId);
    }
    for (const sessionId of change.removed) {
      this.removed.add(sessionId);
      this.changed.delete(sessionId);
      this.rest.delete(sessionId);
    }
    this.dirty ||= change.changed.length > 0 || change.removed.length > 0;
    this.flushTimer ??= setTimeout(() => this.flush(), coalesceMs);
  }

  /** Sends the changes. A hidden page gets nothing until it is visible again, and then everything. */
  flush(): void {
    clearTimeout(this.flushTimer);
    this.flushTimer = undefined;
    if (!this.ready || this.disposed) return;
    if (!this.parts.port.visible) {
      this.needsSnapshot ||= this.dirty || this.rest.size > 0;
      return;
    }
    if (this.needsSnapshot) this.sendSnapshot();
    else if (this.dirty) this.sendUpdate(this.changed, false);
    else if (this.rest.size > 0) this.sendUpdate(this.rest, true);
  }

  private sendUpdate(from: Set<string>, isRest: boolean): void {
    const { board } = this.parts;
    const ids = [...from].slice(0, sessionsPerMessage);
    const removed = [...this.removed];
    for (const sessionId of ids) {
      this.changed.delete(sessionId);
      this.rest.delete(sessionId);
    }
    this.removed.clear();
    this.dirty = this.changed.size > 0;
    const changed = ids.flatMap((sessionId) => this.shown.registerRequestOf(board.get(sessionId)));
    const { summary } = board;
    this.send({ type: 'update', changed, removed, summary, ...(isRest && { isRest }) });
    this.continueSending();
  }

  private sendSnapshot(): void {
    const { board, hooks, control, mutedSessions, phones, drafts, home } = this.parts;
    const { sessions } = board;
    this.needsSnapshot = false;
    this.removed.clear();
    this.changed.clear();
    this.rest.clear();
    for (const { sessionId } of sessions.slice(sessionsPerMessage)) this.rest.add(sessionId);
    this.dirty = false;
    this.send({
      type: 'snapshot',
      sessions: sessions
        .slice(0, sessionsPerMessage)
        .flatMap((one) => this.shown.registerRequestOf(one)),
      summary: board.summary,
      connection: board.connection,
      ...hooksOf(hooks),
      control: cardOf(control),
      mutes: mutedSessions.mutes,
      pushes: phones?.pushes ?? [],
      home,
    });
    if (drafts !== undefined && drafts.all.length > 0) {
      this.send({ type: 'drafts', drafts: drafts.all });
    }
    this.continueSending();
  }

  /** Continues sending; a card can be revealed once the page has all sessions. */
  private continueSending(): void {
    if (this.changed.size + this.rest.size > 0) {
      this.flushTimer ??= setTimeout(() => this.flush(), coalesceMs);
    } else if (this.pendingReveal !== undefined && this.revealSequence === undefined) {
      this.send({ type: 'reveal', ...this.pendingReveal });
      this.revealSequence = this.sequence;
    }
  }

  private sendOrMark(message: Unnumbered<ToPage>): void {
    if (!this.ready) return;
    if (this.parts.port.visible) this.send(message);
    else this.needsSnapshot = true;
  }

  private send(message: Unnumbered<ToPage>): void {
    this.sequence += 1;
    this.parts.port.post({ ...message, sequence: this.sequence });
  }
}

function hooksOf(hooks: HooksState | undefined) {
  return {
    hooks: hooks?.status ?? 'installed',
    codexHooks: hooks?.codexStatus ?? 'unknown',
  } as const;
}

function cardOf({ status, disabledProjects, code }: ControlCard): ControlCard {
  return { status, disabledProjects, ...(code !== undefined && { code }) };
}
