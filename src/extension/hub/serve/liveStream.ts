import type { ServerResponse } from 'node:http';
import type { Board, StreamEvent } from '../../../shared/protocol';
import type { Disposable } from '../../util/lifetime';

/** A reader with this much unread is cut off, in bytes; it comes back and gets a fresh snapshot. */
const maxUnreadBytes = 32 * 1024 * 1024;
/** Tells a follower in seconds that a hub hangs. */
const heartbeatMs = 2_000;

/** Server-sent events to every reader. Ids are consecutive, so that a reader knows what it missed. */
export class LiveStream implements Disposable {
  private readonly readers = new Set<ServerResponse>();
  private readonly heartbeat = setInterval(() => this.write(': alive\n\n'), heartbeatMs);
  private lastId = 0;

  get readerCount(): number {
    return this.readers.size;
  }

  /** `snapshot` is taken now, so nothing can come between it and the first change. */
  add(response: ServerResponse, snapshot: Board): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.socket?.setNoDelay(true);
    response.socket?.setTimeout(0);
    response.on('close', () => this.readers.delete(response));
    response.write(frame(this.lastId, { type: 'snapshot', data: snapshot }));
    this.readers.add(response);
  }

  send(event: StreamEvent): void {
    this.lastId += 1;
    this.write(frame(this.lastId, event));
  }

  dispose(): void {
    clearInterval(this.heartbeat);
    for (const reader of this.readers) reader.end();
    this.readers.clear();
  }

  private write(text: string): void {
    for (const reader of this.readers) {
      if (reader.writableLength > maxUnreadBytes) {
        this.readers.delete(reader);
        reader.destroy();
      } else {
        reader.write(text);
      }
    }
  }
}

/** JSON has no raw line break, so one `data` line holds it. */
function frame(id: number, event: StreamEvent): string {
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`;
}
