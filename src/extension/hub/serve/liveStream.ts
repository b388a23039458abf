import type { ServerResponse } from 'node:http';
import type { Board, LiveSession, StreamEvent, Summary } from '../../../shared/protocol/protocol';
import type { WindowMessage } from '../../../shared/protocol/windows';
import type { Event } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import { splitIntoFrames } from '../../../shared/protocol/boardFrames';
import { streamKey } from './streamKey';
import { frame, StreamSubscriber } from './streamSubscriber';

/**
 * Maximum unread bytes of a reader; beyond it the connection is ended, and the reader reconnects
 * and gets a fresh snapshot.
 */
const maxUnreadBytes = 32 * 1024 * 1024;
/** Interval of the heartbeat in ms, by which readers notice a hub that hangs. */
const heartbeatMs = 2_000;

/** Changes since the last update, complete sessions in board order. */
export interface BoardUpdate {
  readonly changed: readonly LiveSession[];
  readonly removed: readonly string[];
  /** Set if the summary changed. */
  readonly summary: Summary | undefined;
}

/** Receives the windows that subscribe to the stream. */
export interface WindowListener {
  /** `window` is a `streamKey`, `id` the window's own id. */
  connect(window: string, id: string): void;
  disconnect(window: string): void;
  /** True while somebody sees the board without reading the stream, such as on a phone. */
  readonly isWatching?: boolean;
}

/**
 * Sends events to all readers. Event ids are consecutive, so that a reader notices a missed one.
 */
export class LiveStream implements Disposable {
  private readonly readers = new Set<StreamSubscriber>();
  private readonly heartbeat = setInterval(() => this.write(': alive\n\n'), heartbeatMs);
  private lastId = 0;

  private readonly subscribers: WindowListener[] = [];

  get readerCount(): number {
    return this.readers.size;
  }

  get isWatched(): boolean {
    return this.readers.size > 0 || this.subscribers.some(({ isWatching }) => isWatching === true);
  }

  /**
   * Sends each change of the board, and notifies `subscribers` of each window that connects or
   * disconnects.
   */
  follow(
    board: { readonly onDidChange: Event<BoardUpdate> },
    subscribers: readonly WindowListener[],
  ): void {
    this.subscribers.push(...subscribers);
    board.onDidChange(({ changed, removed, summary }) => {
      if (removed.length > 0) this.send({ type: 'removed', data: [...removed] });
      if (changed.length > 0) this.send({ type: 'sessions', data: [...changed] });
      if (summary !== undefined) this.send({ type: 'summary', data: summary });
    });
  }

  /** Adds a reader. `snapshot` must be current, since the reader gets only later changes. */
  add(response: ServerResponse, snapshot: Board, window?: string, number?: string): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.socket?.setNoDelay(true);
    response.socket?.setTimeout(0);
    const key = window === undefined ? undefined : streamKey(window, number);
    const reader = new StreamSubscriber(response, key);
    response.on('close', () => {
      this.readers.delete(reader);
      if (key !== undefined) for (const one of this.subscribers) one.disconnect(key);
    });
    void reader.writeSnapshot(this.lastId, snapshot);
    this.readers.add(reader);
    if (key === undefined || window === undefined) return;
    for (const one of this.subscribers) one.connect(key, window);
  }

  send(event: StreamEvent): void {
    if (event.type !== 'sessions') return this.sendOne(event);
    for (const data of splitIntoFrames(event.data)) this.sendOne({ type: 'sessions', data });
  }

  /**
   * Sends to one window, by its `streamKey`. The event has no id, since other readers do not get
   * it.
   */
  sendTo(window: string, { type, data }: WindowMessage): void {
    const text = `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const reader of this.readers) if (reader.key === window) reader.write(text);
  }

  dispose(): void {
    clearInterval(this.heartbeat);
    for (const reader of this.readers) reader.end();
    this.readers.clear();
  }

  private sendOne(event: StreamEvent): void {
    this.lastId += 1;
    this.write(frame(this.lastId, event));
  }

  private write(text: string): void {
    for (const reader of this.readers) {
      if (reader.unread > maxUnreadBytes) {
        this.readers.delete(reader);
        reader.disconnect();
      } else {
        reader.write(text);
      }
    }
  }
}
