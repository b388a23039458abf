import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import { chmod } from 'node:fs/promises';
import type { Log } from '../../util/log';

/** A caller that trickles or says nothing is cut off, in ms. */
export const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  noDelay: true,
};

/** Far beyond all windows and hooks of a day; what comes on top is hung up on at once. */
const maxConnections = 1_000;

/** One place where the hub is called, and the limits of that place: what others do elsewhere is no matter here. */
export class Listener {
  private readonly server: Server;

  constructor(
    answer: RequestListener,
    private readonly log: Log,
    changed: Partial<typeof limits> = {},
  ) {
    this.server = createServer({ ...limits, ...changed }, answer);
    this.server.maxConnections = maxConnections;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Rejects with the system's error, `EADDRINUSE` among them. */
  async listen(where: ListenOptions): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(where, () => {
        this.server.off('error', reject);
        this.server.on('error', (error) => this.log.error(`The listener failed: ${error.message}`));
        resolve();
      });
    });
    if (where.path !== undefined) await chmod(where.path, 0o600);
  }

  /** A socket's file goes with it. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }
}
