import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

/** A request of a hub to the service. */
export interface PushRequest {
  readonly channel: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly at: number;
}

/** Answer of the service instead of 201. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Message of the browser; `ack` and `nack` contain a result code for each push. */
interface FromBrowser {
  readonly messageType: string;
  readonly channelID?: string;
  readonly updates?: readonly { readonly version: string; readonly code: number }[];
}

/**
 * A local push service: an HTTP endpoint for each subscription, and the WebSocket from which
 * Firefox receives its pushes (the protocol of Mozilla's autopush).
 */
export class PushService {
  readonly taken: PushRequest[] = [];
  /** Codes with which the browser acknowledged pushes; 100 means that the worker handled it. */
  readonly codes: number[] = [];
  /** Answers of the next requests, in this order. */
  readonly answers: Answer[] = [];
  /** While set, the answer to every request. */
  standing: Answer | undefined;
  private readonly gone = new Set<string>();
  private browser: WebSocket | undefined;
  private version = 0;

  private constructor(
    private readonly server: Server,
    private readonly sockets: WebSocketServer,
  ) {}

  static async start(): Promise<PushService> {
    const server = createServer();
    const sockets = new WebSocketServer({
      server,
      handleProtocols: () => 'push-notification',
    });
    const service = new PushService(server, sockets);
    server.on('request', (request, response) => {
      const channel = /^\/push\/([\w-]+)$/u.exec(request.url ?? '')?.[1] ?? '';
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { headers } = request;
        const taken = { channel, headers, body: Buffer.concat(parts), at: performance.now() };
        const { status, headers: more = {} } = service.take(taken);
        response.writeHead(status, more).end();
      });
    });
    sockets.on('connection', (socket) => service.connect(socket));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  endpointOf(channel: string): string {
    return `http://127.0.0.1:${this.port}/push/${channel}`;
  }

  /** True if the URL is one of this service. */
  readonly isAt = (url: URL): boolean => url.host === `127.0.0.1:${this.port}`;

  /** Expires all current subscriptions. */
  endAll(): void {
    for (const { channel } of this.taken) this.gone.add(channel);
  }

  /** True once the browser has connected. */
  get isConnected(): boolean {
    return this.browser !== undefined;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    this.sockets.close();
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => void this.server.close(() => resolve()));
  }

  private take(taken: PushRequest): Answer {
    this.taken.push(taken);
    const answer = this.answers.shift() ?? this.standing;
    if (this.gone.has(taken.channel)) return { status: 410 };
    if (answer !== undefined) return answer;
    this.version += 1;
    this.say({
      messageType: 'notification',
      channelID: taken.channel,
      version: String(this.version),
      data: taken.body.toString('base64url'),
      headers: { encoding: 'aes128gcm' },
    });
    return { status: 201 };
  }

  private connect(socket: WebSocket): void {
    this.browser = socket;
    socket.on('message', (data: Buffer) => {
      const received = JSON.parse(data.toString()) as FromBrowser;
      const { messageType, channelID } = received;
      if (messageType === 'hello') {
        const uaid = 'a'.repeat(32);
        this.say({ messageType, uaid, status: 200, use_webpush: true, broadcasts: {} });
      } else if (messageType === 'register' && channelID !== undefined) {
        const pushEndpoint = this.endpointOf(channelID);
        this.say({ messageType, channelID, status: 200, pushEndpoint });
      } else if (messageType === 'unregister') {
        this.say({ messageType, channelID, status: 200 });
      } else if (messageType === 'ack' || messageType === 'nack') {
        this.codes.push(
          ...(received.updates ?? [received as { code?: number }]).map(({ code = 0 }) => code),
        );
      }
    });
  }

  private say(message: object): void {
    this.browser?.send(JSON.stringify(message));
  }
}
