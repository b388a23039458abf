import type { ServerResponse } from 'node:http';
import type { Disposable } from '../../util/lifetime';
import type { Telling } from './intents';

/** A caller with this much unread is cut off, in bytes. */
const maxUnreadBytes = 4 * 1024 * 1024;

/** Answers with server-sent events; a caller that hangs up ends what tells them. */
export function tell(response: ServerResponse, begin: (telling: Telling) => Disposable): void {
  if (response.destroyed) return;
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  const teller = begin({
    send: ({ type, data }) => {
      // JSON has no raw line break, so one `data` line holds it.
      response.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
      if (response.writableLength > maxUnreadBytes) response.destroy();
    },
    end: () => void response.end(),
  });
  response.on('close', () => teller.dispose());
}
