import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, ListenOptions, Socket } from 'node:net';
import { chmod } from 'node:fs/promises';
import type { Log } from '../../util/log';
import { Strangers, type StrangersOptions } from './strangers';

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

/** `admit`: the caller has shown who it is. False where there is no room for it. */
export type Respond = (
  request: IncomingMessage,
  response: ServerResponse,
  admit: () => boolean,
) => void;

/** Takes a connection that is to become another protocol's, or hands it to `refuseUpgrade`. */
export type Upgrade = (
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  caller: UpgradingCaller,
) => void;

export interface UpgradingCaller {
  /** As that of a request. */
  readonly admit: () => boolean;
  readonly isStranger: () => boolean;
}

export interface ListenerParts {
  readonly respond: Respond;
  /** Without it, what asks for another protocol is answered as any request. */
  readonly upgrade?: Upgrade;
  readonly log: Log;
  /** Instead of the usual ones. */
  readonly limits?: Partial<typeof limits> | undefined;
  readonly strangers?: StrangersOptions;
}

/** One place where the hub listens, with limits of its own, so that callers elsewhere do not use them up. */
export class Listener {
  private readonly server: Server;
  private readonly strangers: Strangers;

  constructor(private readonly parts: ListenerParts) {
    const { respond, upgrade, strangers } = parts;
    this.strangers = new Strangers(strangers);
    this.server = createServer({ ...limits, ...parts.limits }, (request, response) =>
      respond(request, response, () => this.strangers.admit(request.socket)),
    );
    this.server.on('connection', (socket) => this.strangers.take(socket));
    this.server.maxConnections = maxConnections;
    if (upgrade === undefined) return;
    this.server.on('upgrade', (request: IncomingMessage, _stream, head: Buffer) => {
      const { socket } = request;
      socket.on('error', () => undefined); // The caller went away; there is nobody to tell.
      upgrade(request, socket, head, {
        admit: () => this.strangers.admit(socket),
        isStranger: () => this.strangers.has(socket),
      });
    });
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
        this.server.on('error', (error) =>
          this.parts.log.error(`The listener failed: ${error.message}`),
        );
        resolve();
      });
    });
    if (where.path !== undefined) await chmod(where.path, 0o600);
  }

  /** A socket's file goes with it. Connections that were upgraded and admitted are their owner's to end. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
      this.strangers.clear();
    });
  }
}

/**
 * Answers an upgrade and ends its connection on both sides. Node reads no further from such a socket:
 * where the caller has sent more, an end alone would keep it open until the hub ends.
 */
export function refuseUpgrade(socket: Socket, status: string): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
