import type { Arrangement } from '../../shared/board/arrangement';
import {
  type ControlCard,
  fromPageSchema,
  pageCallIn,
  type PageMessage,
  type PageRequest,
  type RevealHow,
  type ToPage,
} from '../../shared/messages/pageMessages';
import type { PendingRequest } from '../../shared/protocol/protocol';
import type { BoardChange, BoardModel } from '../link/boardModel';
import type { Calls } from '../link/hubClient';
import type { Event } from '../util/emitter';
import { type Disposable, DisposableStore, toDisposable } from '../util/lifetime';
import type { Log } from '../util/log';
import type { CalledPhones, HooksState, MutedSessions, SharedDrafts } from './pageParts';
import { noCards, type SeenCards } from './seenCards';
import { requestChanged, ShownRequests } from './shownRequests';

/** A page in a panel, as far as the channel needs one. */
export interface PagePort {
  readonly visible: boolean;
  readonly onDidChangeVisibility: Event<void>;
  readonly onDidReceive: Event<unknown>;
  post(message: ToPage): void;
}

/** Messages of a page about itself alone. */
type Own = 'ready' | 'ping' | 'revealed' | 'arrange' | 'inSight' | 'draft';

type Reply = (answer: Unnumbered<ToPage>) => void;

/** Requests of a page, each with its effect; messages about the page itself are the channel's own. */
export type PageIntents = {
  readonly [T in Exclude<PageMessage['type'], Own>]: (
    message: Extract<PageMessage, { type: T }>,
    reply: Reply,
  ) => void;
};

export interface PageChannelParts {
  readonly port: PagePort;
  readonly board: BoardModel;
  readonly hooks: HooksState;
  readonly control: PageControl;
  readonly line: MutedSessions;
  /** Absent where it is a phone itself. */
  readonly phones?: CalledPhones;
  readonly intents: PageIntents;
  readonly hub: Calls<PageRequest['name']>;
  /** Tells the person why something was not done. */
  readonly say: (problem: string) => void;
  /** Keeps how the user arranged the page. */
  readonly keep: (arrangement: Arrangement) => void;
  /** Takes the cards that a person has before the eyes; none while nobody sees the page. */
  readonly seen: (cards: SeenCards) => void;
  readonly drafts: SharedDrafts;
  readonly log: Log;
  readonly home: string;
}

/** Whether requests are answered in this window. */
export interface PageControl extends ControlCard {
  readonly onDidChange: Event<void>;
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'sequence'> : never;

/** Changes within this time reach the page as one message. */
const coalesceMs = 20;

/** Number of sessions in one message, so that neither side is busy with it for long. The most urgent come first. */
const sessionsPerMessage = 300;

/** Keeps one page equal to the window's board; the page is outside the trust line. */
export class PageChannel implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changed = new Set<string>();
  private readonly removed = new Set<string>();
  /** Sessions that the snapshot left for later. */
  private readonly rest = new Set<string>();
  private readonly shown = new ShownRequests();
  private sequence = 0;
  /** As the page told last. */
  private seen: SeenCards = noCards;
  private disposed = false;
  /** False until the page said that it listens. */
  private ready = false;
  private needsSnapshot = false;
  /** The board changed since the last message; maybe only its summary. */
  private dirty = false;
  private flushing: NodeJS.Timeout | undefined;
  /** Kept until the page says that it did it: a page that loads anew is told once more. */
  private wanted: { readonly sessionId: string; readonly how: RevealHow } | undefined;
  /** The number under which this page was told what is wanted. */
  private wantedAs: number | undefined;

  constructor(private readonly parts: PageChannelParts) {
    const { port, board, hooks, control, line, phones, drafts } = parts;
    this.lifetime.add(port.onDidReceive((message) => this.receive(message)));
    this.lifetime.add(
      port.onDidChangeVisibility(() => {
        this.tellSeen();
        this.flush();
      }),
    );
    this.lifetime.add(board.onDidChange((change) => this.collect(change)));
    this.lifetime.add(
      hooks.onDidChangeStatus(() => this.sendOrMark({ type: 'hooks', hooks: hooks.status })),
    );
    this.lifetime.add(
      control.onDidChange(() => this.sendOrMark({ type: 'control', control: cardOf(control) })),
    );
    this.lifetime.add(
      line.onDidChangeMutes(() => this.sendOrMark({ type: 'mutes', mutes: line.mutes })),
    );
    if (phones !== undefined) {
      this.lifetime.add(
        phones.onDidChangePushes(() => this.sendOrMark({ type: 'pushes', pushes: phones.pushes })),
      );
    }
    this.lifetime.add(
      drafts.onDidChange(({ draft, from }) => {
        if (from !== this) this.sendOrMark({ type: 'drafts', drafts: [draft] });
      }),
    );
    this.lifetime.add(toDisposable(() => clearTimeout(this.flushing)));
  }

  dispose(): void {
    this.disposed = true;
    this.parts.seen(noCards);
    this.lifetime.dispose();
  }

  /** Brings a card into view, as soon as there is a page to do it. */
  reveal(sessionId: string, how: RevealHow = 'focus'): void {
    this.wanted = { sessionId, how };
    this.wantedAs = undefined;
    if (!this.ready || !this.parts.port.visible) return;
    this.flush();
    this.revealOrGoOn();
  }

  private receive(message: unknown): void {
    const call = pageCallIn(message);
    if (call !== undefined) return void this.make(call);
    const parsed = fromPageSchema.safeParse(message);
    if (!parsed.success) {
      this.parts.log.warn('A message of the board was dropped: it is not one a page may send.');
      return;
    }
    switch (parsed.data.type) {
      case 'ready':
        this.begin();
        break;
      case 'ping':
        this.live();
        break;
      case 'revealed':
        if (parsed.data.sequence === this.wantedAs) this.wanted = undefined;
        break;
      case 'arrange':
        this.parts.keep(parsed.data.arrangement);
        break;
      case 'inSight':
        this.seen = { inSight: parsed.data.sessionIds, inHand: parsed.data.inHand };
        this.tellSeen();
        break;
      case 'draft':
        this.parts.drafts.take(parsed.data.draft, this);
        break;
      default:
        this.act(parsed.data);
    }
  }

  private begin(): void {
    this.ready = true;
    this.tellSeen();
    this.wantedAs = undefined;
    this.sendSnapshot();
  }

  /** A page that has outlived the host it began with is told everything. */
  private live(): void {
    if (this.ready) this.parts.port.post({ type: 'alive', sequence: this.sequence });
    else this.begin();
  }

  private async make({ type, name, request }: PageRequest): Promise<void> {
    try {
      const answer = await this.parts.hub.call(name, request);
      if (type === 'act') return;
      const named = name === 'request' ? this.shown.named(answer as PendingRequest) : answer;
      this.answer({ type: 'answer', name, request, answer: named } as Unnumbered<ToPage>);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (type === 'act') this.parts.say(reason);
      else this.answer({ type: 'unanswered', name, reason });
    }
  }

  /** A page that nobody sees by now asks again when it is seen. */
  private answer(answer: Unnumbered<ToPage>): void {
    if (this.ready && !this.disposed && this.parts.port.visible) this.send(answer);
  }

  private act(message: Exclude<PageMessage, { type: Own }>): void {
    if (message.type === 'decide' && !this.shown.has(message.shown)) {
      return this.reply({ type: 'undecided', call: message.call, problem: requestChanged() });
    }
    const act = this.parts.intents[message.type] as (its: typeof message, reply: Reply) => void;
    return act(message, this.reply);
  }

  private tellSeen(): void {
    this.parts.seen(this.parts.port.visible ? { ...this.seen, isShown: true } : noCards);
  }

  private collect(change: BoardChange): void {
    if (change.whole) {
      this.needsSnapshot = true; // It says the connection too: no page is live and empty between.
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
    this.flushing ??= setTimeout(() => this.flush(), coalesceMs);
  }

  /** A page nobody sees gets nothing, and everything once it is seen again. */
  private flush(): void {
    clearTimeout(this.flushing);
    this.flushing = undefined;
    if (!this.ready) return;
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
    const changed = ids.flatMap((sessionId) => this.shown.withName(board.get(sessionId)));
    const { summary } = board;
    this.send({ type: 'update', changed, removed, summary, ...(isRest && { isRest }) });
    this.revealOrGoOn();
  }

  private sendSnapshot(): void {
    const { board, hooks, control, line, phones, drafts, home } = this.parts;
    const { sessions } = board;
    this.needsSnapshot = false;
    this.removed.clear();
    this.changed.clear();
    this.rest.clear();
    for (const { sessionId } of sessions.slice(sessionsPerMessage)) this.rest.add(sessionId);
    this.dirty = false;
    this.send({
      type: 'snapshot',
      sessions: sessions.slice(0, sessionsPerMessage).flatMap((one) => this.shown.withName(one)),
      summary: board.summary,
      connection: board.connection,
      hooks: hooks.status,
      control: cardOf(control),
      mutes: line.mutes,
      pushes: phones?.pushes ?? [],
      home,
    });
    if (drafts.all.length > 0) this.send({ type: 'drafts', drafts: drafts.all });
    this.revealOrGoOn();
  }

  /** Sends nothing to a page that went out of sight meanwhile: it begins anew. */
  private readonly reply = (answer: Unnumbered<ToPage>): void => {
    if (this.disposed || !this.ready || !this.parts.port.visible) return;
    this.flush();
    this.send(answer);
  };

  /** A card can be brought into view once the page has everything. */
  private revealOrGoOn(): void {
    if (this.changed.size + this.rest.size > 0) {
      this.flushing ??= setTimeout(() => this.flush(), coalesceMs);
    } else if (this.wanted !== undefined && this.wantedAs === undefined) {
      this.send({ type: 'reveal', ...this.wanted });
      this.wantedAs = this.sequence;
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

function cardOf({ status, disabledProjects, code }: ControlCard): ControlCard {
  return { status, disabledProjects, ...(code !== undefined && { code }) };
}
