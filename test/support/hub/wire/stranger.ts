import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import * as os from 'node:os';
import * as path from 'node:path';

/** A new path for a socket or named pipe. */
export function anySocketPath(folder = os.tmpdir()): string {
  const place = process.platform === 'win32' ? String.raw`\\.\pipe` : folder;
  return path.join(place, `${randomUUID()}.sock`);
}

/** A server that is not ours, with a record of its requests. */
export class Stranger {
  readonly asked: { readonly url: string; readonly headers: string }[] = [];

  private constructor(private readonly server: Server) {}

  /** Listens on a port or a socket; without `answer` it never responds. */
  static async start(answer?: RequestListener, where: number | string = 0): Promise<Stranger> {
    const server = createServer((request, response) => {
      const headers = JSON.stringify(request.headers);
      stranger.asked.push({ url: request.url ?? '', headers });
      answer?.(request, response);
    });
    const stranger = new Stranger(server);
    if (typeof where === 'string') server.listen(where);
    else server.listen(where, '127.0.0.1');
    await once(server, 'listening');
    return stranger;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
