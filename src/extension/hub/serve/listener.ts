import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, ListenOptions, Socket } from 'node:net';
import { chmod } from 'node:fs/promises';
import type { Log } from '../../util/log';
import { PendingConnections, type PendingConnectionsOptions } from './pendingConnections';

/** Time limits for slow or silent callers, in ms. */
export const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  noDelay: true,
};

/** Length of the system's queue of connections that are not accepted yet. */
const backlog = 511;

/** Maximum number of connections: above the limits of `PendingConnections`, with those that it is ending. */
const maxConnections = 3_000;

/**
 * `admit` reports that the caller is authenticated; it returns false if there are too many
 * connections.
 */
export type Respond = (
  request: IncomingMessage,
  response: ServerResponse,
  admit: () => boolean,
) => void;

/** Handles a connection that requests another protocol, or passes it to `refuseUpgrade`. */
export type Upgrade = (
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  caller: UpgradingCaller,
) => void;

export interface UpgradingCaller {
  /** As for `Respond`. */
  readonly admit: () => boolean;
  readonly isStranger: () => boolean;
}

export interface ListenerParts {
  readonly respond: Respond;
  /** Without it, a request for another protocol is answered like any other. */
  readonly upgrade?: Upgrade;
  readonly log: Log;
  /** Overrides of the default limits. */
  readonly limits?: Partial<typeof limits> | undefined;
  readonly strangers?: PendingConnectionsOptions;
}

/** A listener of the hub. Each has its own limits, so that its callers can't exhaust another's. */
export class Listener {
  private readonly server: Server;
  private readonly strangers: PendingConnections;

  constructor(private readonly parts: ListenerParts) {
    const { respond, upgrade, strangers } = parts;
    this.strangers = new PendingConnections(strangers);
    this.server = createServer({ ...limits, ...parts.limits }, (request, response) =>
      respond(request, response, () => this.strangers.admit(request.socket)),
    );
    this.server.on('connection', (socket) => this.strangers.add(socket));
    this.server.maxConnections = maxConnections;
    if (upgrade === undefined) return;
    this.server.on('upgrade', (request: IncomingMessage, _stream, head: Buffer) => {
      const { socket } = request;
      socket.on('error', () => undefined); // The caller disconnected and needs no answer.
      upgrade(request, socket, head, {
        admit: () => this.strangers.admit(socket),
        isStranger: () => this.strangers.has(socket),
      });
    });
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Starts to listen. Rejects with the system's error, such as `EADDRINUSE`. */
  async listen(address: ListenOptions): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ backlog, ...address }, () => {
        this.server.off('error', reject);
        this.server.on('error', (error) =>
          this.parts.log.error(`The listener failed: ${error.message}`),
        );
        resolve();
      });
    });
    if (address.path !== undefined) await chmod(address.path, 0o600);
  }

  /**
   * Closes the listener, and removes a socket's file. Upgraded and admitted connections must be
   * ended by their owner.
   */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
      this.strangers.clear();
    });
  }
}

/**
 * Answers an upgrade and ends its connection on both sides. Node stops reading from such a socket:
 * if the caller has sent more data, `end` alone would keep it open until the hub ends.
 */
export function refuseUpgrade(socket: Socket, status: string): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
