import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import { chmod } from 'node:fs/promises';
import type { Log } from '../../util/log';
import { Strangers } from './strangers';

/** A caller that trickles or says nothing is cut off, in ms. */
export const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  noDelay: true,
};

/** Callers that the system keeps until they are taken. */
const backlog = 511;

/** Beyond what `Strangers` keeps and what it is about to hang up on. */
const maxConnections = 3_000;

/** `admit`: the caller has shown the token. False where there is no room for it. */
export type Respond = (
  request: IncomingMessage,
  response: ServerResponse,
  admit: () => boolean,
) => void;

/** One place where the hub listens, with limits of its own, so that callers elsewhere do not use them up. */
export class Listener {
  private readonly server: Server;
  private readonly strangers = new Strangers();

  constructor(
    answer: Respond,
    private readonly log: Log,
    changed: Partial<typeof limits> = {},
  ) {
    this.server = createServer({ ...limits, ...changed }, (request, response) =>
      answer(request, response, () => this.strangers.admit(request.socket)),
    );
    this.server.on('connection', (socket) => this.strangers.take(socket));
    this.server.maxConnections = maxConnections;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Rejects with the system's error, `EADDRINUSE` among them. */
  async listen(where: ListenOptions): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ backlog, ...where }, () => {
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
