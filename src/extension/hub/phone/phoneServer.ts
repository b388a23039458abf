import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { phonePaths } from '../../../shared/phone/phonePaths';
import { maxReceiptBytes } from '../../../shared/phone/receipt';
import type { Log } from '../../util/log';
import { readJson } from '../serve/body';
import { pageHeaders, type PageFiles } from './pageFiles';

/** A caller that trickles or says nothing is cut off, in ms. */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  noDelay: true,
};

/** Longest frame of a phone, in bytes: a plan or a prompt with its seal. */
const maxFrameBytes = 2 * 1024 * 1024;
/** Far beyond the phones of one person and the connections of their pages. */
const maxConnections = 300;
const maxSockets = 60;
/** Between two signs of life, in ms; a phone that misses two is gone. */
const heartbeatMs = 25_000;

export interface PhoneServerParts {
  readonly port: number;
  readonly files: PageFiles;
  /** What anybody may know of the hub, as JSON. */
  readonly about: string;
  /** Hosts, each with its port where it has one, by which carriers reach this listener. */
  readonly hosts: () => readonly string[];
  readonly onSocket: (socket: WebSocket) => void;
  /** Takes what a phone's service worker says; gives the status of the answer. */
  readonly onReceipt: (receipt: unknown) => number;
  readonly log: Log;
}

/**
 * The listener for phones, on 127.0.0.1. It serves the page and connections, and leads to no call of
 * the hub. Headers that a carrier adds have no authority.
 */
export class PhoneServer {
  private readonly server: Server;
  private readonly sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
    clientTracking: true,
  });
  private readonly alive = new WeakSet<WebSocket>();
  private readonly heartbeat: NodeJS.Timeout;

  constructor(private readonly parts: PhoneServerParts) {
    this.server = createServer(limits, (request, response) => this.answer(request, response));
    this.server.maxConnections = maxConnections;
    this.server.on('upgrade', (request, socket: Duplex, head) => {
      socket.on('error', () => undefined); // The caller went away; there is nobody to tell.
      if (!this.isChannel(request)) return refuseUpgrade(socket, '403 Forbidden');
      if (this.sockets.clients.size >= maxSockets) {
        return refuseUpgrade(socket, '503 Service Unavailable');
      }
      this.sockets.handleUpgrade(request, socket, head, (opened) => this.take(opened));
    });
    this.heartbeat = setInterval(() => this.beat(), heartbeatMs);
    this.heartbeat.unref();
  }

  /** Listens on the first of the ports that is free. Rejects where none is. */
  static async onFirstOf(
    ports: readonly number[],
    parts: Omit<PhoneServerParts, 'port'>,
  ): Promise<PhoneServer> {
    let last: unknown;
    for (const port of ports) {
      const server = new PhoneServer({ ...parts, port });
      try {
        await server.listen();
        return server;
      } catch (error) {
        last = error;
        await server.close();
      }
    }
    throw last;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Rejects with the system's error, `EADDRINUSE` among them. */
  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ port: this.parts.port, host: '127.0.0.1' }, () => {
        this.server.off('error', reject);
        this.server.on('error', (error) =>
          this.parts.log.error(`The listener for phones failed: ${error.message}`),
        );
        resolve();
      });
    });
  }

  async close(): Promise<void> {
    clearInterval(this.heartbeat);
    for (const socket of this.sockets.clients) socket.terminate();
    this.sockets.close();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    response.on('error', () => undefined); // As above.
    const name = this.nameIn(request);
    if (name === undefined) return say(response, 403, 'This address is not known here.');
    if (name === phonePaths.receipt && request.method === 'POST') {
      return void this.takeReceipt(request, response);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return say(response, 405, 'This path takes another method.');
    }
    if (name === phonePaths.about) {
      response.writeHead(200, { ...pageHeaders, 'content-type': 'application/json' });
      response.end(this.parts.about);
      return;
    }
    if (!this.parts.files.serve(name, request, response)) {
      say(response, 404, 'There is nothing at this path.');
    }
  }

  private async takeReceipt(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.isFromOwnPage(request)) return say(response, 403, 'This page is not known here.');
    const body = await readJson(request, maxReceiptBytes);
    const status = 'refusal' in body ? body.refusal.status : this.parts.onReceipt(body.value);
    // What a stranger sent on is not waited for.
    response.writeHead(status, {
      ...pageHeaders,
      ...('refusal' in body && { connection: 'close' }),
    });
    response.end();
  }

  /** The name of the file or connection that is asked for; undefined for a host that is not ours. */
  private nameIn({ headers, url = '' }: IncomingMessage): string | undefined {
    if (!this.isOwnHost(headers.host)) return undefined;
    return /^\/([^?#]*)/u.exec(url)?.[1] ?? undefined;
  }

  /** Whether it asks for the channel, from our own page. */
  private isChannel(request: IncomingMessage): boolean {
    return this.nameIn(request) === phonePaths.channel && this.isFromOwnPage(request);
  }

  private isFromOwnPage(request: IncomingMessage): boolean {
    const { origin = '' } = request.headers;
    if (!URL.canParse(origin)) return false;
    const { protocol, host } = new URL(origin);
    // Without TLS only a page of this very machine can have been given by us.
    const isSafe = protocol === 'https:' || /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/u.test(host);
    return isSafe && this.isOwnHost(host);
  }

  private isOwnHost(host: string | undefined): boolean {
    const own = [`127.0.0.1:${this.port}`, `localhost:${this.port}`, ...this.parts.hosts()];
    return host !== undefined && own.includes(host.toLowerCase());
  }

  private take(socket: WebSocket): void {
    this.alive.add(socket);
    socket.on('pong', () => this.alive.add(socket));
    socket.on('error', () => socket.terminate());
    this.parts.onSocket(socket);
  }

  private beat(): void {
    for (const socket of this.sockets.clients) {
      if (!this.alive.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

function say(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { ...pageHeaders, 'content-type': 'text/plain; charset=utf-8' });
  response.end(sentence);
}
