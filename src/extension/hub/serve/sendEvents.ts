import type { ServerResponse } from 'node:http';
import type { StreamedAnswer } from './callRouter';

/** An event of any type, as it is written to the response. */
export interface StreamedEvent {
  readonly type: string;
  readonly data: unknown;
}

/** Maximum unread bytes of a caller; beyond it the connection is ended. */
const maxUnreadBytes = 4 * 1024 * 1024;

/** Answers with server-sent events; disposes their source when the caller disconnects. */
export function sendEvents(response: ServerResponse, start: StreamedAnswer<StreamedEvent>): void {
  if (response.destroyed) return;
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  const source = start({
    send: ({ type, data }) => {
      // JSON has no raw line break, so one `data` line is enough.
      response.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
      if (response.writableLength > maxUnreadBytes) response.destroy();
    },
    end: () => void response.end(),
  });
  response.on('close', () => source.dispose());
}
