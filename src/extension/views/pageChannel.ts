import { type FromPage, fromPageSchema, type ToPage } from '../../shared/pageMessages';
import type { BoardChange, BoardModel } from '../link/boardModel';
import type { Event } from '../util/emitter';
import { type Disposable, DisposableStore, toDisposable } from '../util/lifetime';
import type { Log } from '../util/log';
import type { HooksState } from './hooksState';

/** A page in a panel, as far as the channel needs one. */
export interface PagePort {
  readonly visible: boolean;
  readonly onDidChangeVisibility: Event<void>;
  readonly onDidReceive: Event<unknown>;
  post(message: ToPage): void;
}

/** What a page may ask for, each with its effect; `ready` is the channel's own. */
export type PageIntents = {
  readonly [T in Exclude<FromPage['type'], 'ready'>]: (
    message: Extract<FromPage, { type: T }>,
  ) => void;
};

export interface PageChannelParts {
  readonly port: PagePort;
  readonly board: BoardModel;
  readonly hooks: HooksState;
  readonly intents: PageIntents;
  readonly log: Log;
  readonly home: string;
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'sequence'> : never;

/** Changes within this time reach the page as one message. */
const coalesceMs = 20;

/** Keeps one page equal to the window's board; the page is outside the trust line. */
export class PageChannel implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changed = new Set<string>();
  private readonly removed = new Set<string>();
  private sequence = 0;
  /** False until the page said that it listens. */
  private ready = false;
  private needsSnapshot = false;
  /** The board changed since the last message; maybe only its summary. */
  private dirty = false;
  private flushing: NodeJS.Timeout | undefined;
  private revealLater: { readonly sessionId: string; readonly explain: boolean } | undefined;

  constructor(private readonly parts: PageChannelParts) {
    const { port, board, hooks } = parts;
    this.lifetime.add(port.onDidReceive((message) => this.receive(message)));
    this.lifetime.add(port.onDidChangeVisibility(() => this.flush()));
    this.lifetime.add(board.onDidChange((change) => this.collect(change)));
    this.lifetime.add(
      hooks.onDidChangeStatus(() => this.sendOrMark({ type: 'hooks', hooks: hooks.status })),
    );
    this.lifetime.add(toDisposable(() => clearTimeout(this.flushing)));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** Brings a card into view, as soon as there is a page to do it; `explain` opens its explanation. */
  reveal(sessionId: string, explain = false): void {
    if (this.ready && this.parts.port.visible) {
      this.flush();
      this.send({ type: 'reveal', sessionId, explain });
    } else {
      this.revealLater = { sessionId, explain };
    }
  }

  private receive(message: unknown): void {
    const parsed = fromPageSchema.safeParse(message);
    if (!parsed.success) {
      this.parts.log.warn('A message of the board was dropped: it is not one a page may send.');
      return;
    }
    if (parsed.data.type === 'ready') {
      this.ready = true;
      this.sendSnapshot();
    } else {
      this.act(parsed.data);
    }
  }

  private act(message: Exclude<FromPage, { type: 'ready' }>): void {
    const { intents } = this.parts;
    switch (message.type) {
      case 'openTranscript':
        return intents.openTranscript(message);
      case 'openSubagentTranscript':
        return intents.openSubagentTranscript(message);
      case 'archive':
        return intents.archive(message);
      case 'openRawTranscript':
        return intents.openRawTranscript(message);
      case 'openProject':
        return intents.openProject(message);
      case 'copySessionId':
        return intents.copySessionId(message);
      case 'installHooks':
        return intents.installHooks(message);
      case 'showLog':
        return intents.showLog(message);
    }
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
      this.needsSnapshot ||= this.dirty;
      return;
    }
    if (this.needsSnapshot) {
      this.sendSnapshot();
    } else if (this.dirty) {
      const { board } = this.parts;
      this.send({
        type: 'update',
        changed: [...this.changed].flatMap((sessionId) => board.get(sessionId) ?? []),
        removed: [...this.removed],
        summary: board.summary,
      });
    }
    this.forget();
  }

  private sendSnapshot(): void {
    const { board, hooks, home } = this.parts;
    this.needsSnapshot = false;
    this.forget();
    this.send({
      type: 'snapshot',
      sessions: board.sessions,
      summary: board.summary,
      connection: board.connection,
      hooks: hooks.status,
      home,
    });
    if (this.revealLater === undefined) return;
    this.send({ type: 'reveal', ...this.revealLater });
    this.revealLater = undefined;
  }

  private forget(): void {
    this.dirty = false;
    this.changed.clear();
    this.removed.clear();
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
