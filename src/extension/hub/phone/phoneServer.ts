import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { phonePaths } from '../../../shared/phone/phonePaths';
import { maxReceiptBytes } from '../../../shared/phone/receipt';
import type { Log } from '../../util/log';
import { readJson } from '../serve/body';
import { Listener, refuseUpgrade, type UpgradingCaller } from '../serve/listener';
import { pageHeaders, type PageFiles } from './pageFiles';

/**
 * Maximum length of a frame of a phone in bytes; the largest are a plan or a prompt with its seal.
 */
const maxFrameBytes = 2 * 1024 * 1024;
/**
 * Maximum number of fragments of a frame, because each needs memory; fragments of browsers have
 * tens of kilobytes.
 */
const maxFragments = 1_024;
/** Maximum number of bytes on a connection before its caller is authenticated as a phone. */
const maxStrangerBytes = 128 * 1024;
/**
 * Time limit in ms of a connection of an unauthenticated caller, long enough for slow networks;
 * shorter while too many others connect.
 */
const strangerTimeoutMs = 30_000;
/** Maximum number of connections; the phones of one person have far fewer. */
const maxPhoneConnections = 200;
/**
 * Interval of the pings in ms; a connection that did not answer the previous ping is terminated.
 */
const heartbeatMs = 25_000;

export interface PhoneServerParts {
  readonly port: number;
  readonly files: PageFiles;
  /** Returns the public description of the hub as JSON; `url` is that of the request. */
  readonly about: (url: string) => string;
  /**
   * Returns the host names by which carriers reach this listener, with the port if the address has
   * one.
   */
  readonly hosts: () => readonly string[];
  /**
   * Called with each new connection. `admit` reports that the caller is authenticated; it returns
   * false if there are too many connections.
   */
  readonly onSocket: (socket: WebSocket, admit: () => boolean) => void;
  /** Handles a receipt of a phone's service worker; resolves with the HTTP status of the answer. */
  readonly onReceipt: (receipt: unknown) => Promise<number>;
  readonly log: Log;
}

/**
 * The listener for phones, on 127.0.0.1. It serves the page and its channels and gives no access to
 * the calls of the hub. Headers that a carrier adds are not trusted.
 */
export class PhoneServer {
  private readonly listener: Listener;
  private readonly sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    maxFragments,
    perMessageDeflate: false,
    clientTracking: true,
  });
  /** Connections that are new or answered the previous ping. */
  private readonly answeredPing = new WeakSet<WebSocket>();
  /** Connections on which a request was already received. */
  private readonly requested = new WeakSet<Socket>();
  private readonly heartbeat: NodeJS.Timeout;

  constructor(private readonly parts: PhoneServerParts) {
    this.listener = new Listener({
      respond: (request, response) => this.answer(request, response),
      upgrade: (...args) => this.upgrade(...args),
      log: parts.log,
      strangers: { patience: strangerTimeoutMs, maxKnown: maxPhoneConnections },
    });
    this.heartbeat = setInterval(() => this.pingAll(), heartbeatMs);
    this.heartbeat.unref();
  }

  /** Listens on the first free port. Rejects if none is free. */
  static async listenOnFirstFreePort(
    ports: readonly number[],
    parts: Omit<PhoneServerParts, 'port'>,
  ): Promise<PhoneServer> {
    let lastError: unknown;
    for (const port of ports) {
      const server = new PhoneServer({ ...parts, port });
      try {
        await server.listen();
        return server;
      } catch (error) {
        lastError = error;
        await server.close();
      }
    }
    throw lastError;
  }

  get port(): number {
    return this.listener.port;
  }

  /** Starts to listen. Rejects with the system's error, such as `EADDRINUSE`. */
  listen(): Promise<void> {
    return this.listener.listen({ port: this.parts.port, host: '127.0.0.1' });
  }

  async close(): Promise<void> {
    clearInterval(this.heartbeat);
    for (const socket of this.sockets.clients) socket.terminate();
    this.sockets.close();
    await this.listener.close();
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    response.on('error', () => undefined); // An `error` event without a handler would end the hub.
    if (!this.isFirstRequest(request)) return;
    response.shouldKeepAlive = false;
    const name = this.parsePath(request);
    if (name === undefined) return respondText(response, 403, 'This address is not known here.');
    if (name === phonePaths.receipt && request.method === 'POST') {
      return void this.handleReceipt(request, response);
    }
    if (hasBody(request)) return respondText(response, 413, 'This path takes nothing.');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return respondText(response, 405, 'This path takes another method.');
    }
    if (name === phonePaths.about) {
      response.writeHead(200, { ...pageHeaders, 'content-type': 'application/json' });
      response.end(this.parts.about(request.url ?? ''));
      return;
    }
    if (!this.parts.files.serve(name, request, response)) {
      respondText(response, 404, 'There is nothing at this path.');
    }
  }

  /**
   * Returns false for a second request on a connection, and destroys the connection. Node handles
   * pipelined requests as fast as they are answered, so some kilobytes of requests could cause
   * megabytes of work.
   */
  private isFirstRequest({ socket }: IncomingMessage): boolean {
    const isFirstRequest = !this.requested.has(socket);
    this.requested.add(socket);
    if (!isFirstRequest) socket.destroy();
    return isFirstRequest;
  }

  private async handleReceipt(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.isFromOwnPage(request))
      return respondText(response, 403, 'This page is not known here.');
    const body = await readJson(request, maxReceiptBytes);
    const status = 'refusal' in body ? body.refusal.status : await this.parts.onReceipt(body.value);
    response.writeHead(status, pageHeaders);
    response.end();
  }

  /**
   * Returns the path of the requested file or channel without the leading slash; undefined if the
   * `Host` header names neither this listener nor a carrier.
   */
  private parsePath({ headers, url = '' }: IncomingMessage): string | undefined {
    if (!this.isOwnHost(headers.host)) return undefined;
    return /^\/([^?#]*)/u.exec(url)?.[1] ?? undefined;
  }

  /** True for a request of our own page that opens the channel. */
  private isChannel(request: IncomingMessage): boolean {
    return this.parsePath(request) === phonePaths.channel && this.isFromOwnPage(request);
  }

  private isFromOwnPage(request: IncomingMessage): boolean {
    const { origin = '' } = request.headers;
    if (!URL.canParse(origin)) return false;
    const { protocol, host } = new URL(origin);
    // Without TLS, only a page on this computer can be our own.
    const isSafe = protocol === 'https:' || /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/u.test(host);
    return isSafe && this.isOwnHost(host);
  }

  private isOwnHost(host: string | undefined): boolean {
    const own = [`127.0.0.1:${this.port}`, `localhost:${this.port}`, ...this.parts.hosts()];
    return host !== undefined && own.includes(host.toLowerCase());
  }

  private upgrade(
    request: IncomingMessage,
    socket: Socket,
    head: Buffer,
    { admit, isStranger }: UpgradingCaller,
  ): void {
    if (!this.isFirstRequest(request)) return;
    if (!this.isChannel(request)) return refuseUpgrade(socket, '403 Forbidden');
    this.sockets.handleUpgrade(request, socket, head, (opened) => {
      this.acceptSocket(opened, admit);
      const count = (): void => {
        if (!isStranger()) socket.off('data', count);
        else if (socket.bytesRead > maxStrangerBytes) socket.destroy();
      };
      socket.on('data', count);
    });
  }

  private acceptSocket(socket: WebSocket, admit: () => boolean): void {
    this.answeredPing.add(socket);
    socket.on('pong', () => this.answeredPing.add(socket));
    socket.on('error', () => socket.terminate());
    this.parts.onSocket(socket, admit);
  }

  private pingAll(): void {
    for (const socket of this.sockets.clients) {
      if (!this.answeredPing.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Answers with a status and a text, without waiting for the rest of the request. */
function respondText(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { ...pageHeaders, 'content-type': 'text/plain; charset=utf-8' });
  response.end(sentence);
}
