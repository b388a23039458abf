import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

const prefix = '/proxy/47911';

/** A proxy in front of a listener, below its own path like a code-server's, which can fail. */
export class Carrier {
  private readonly sockets = new Set<Socket>();
  private isStalled = false;
  private asksWho = false;

  private constructor(
    private readonly server: Server,
    private target: number,
  ) {
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('error', () => undefined); // The other side has disconnected.
    });
    server.on('request', (asked, answer) => {
      if (this.isStalled) return; // No request is answered.
      if (this.asksWho) {
        const isForm = asked.url === '/login';
        answer.writeHead(isForm ? 200 : 302, { 'content-type': 'text/html', location: '/login' });
        answer.end('<!doctype html><title>Sign in</title><h1>Who are you?</h1>');
        return;
      }
      const onward = request(this.onward(asked), (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      asked.pipe(onward);
    });
    server.on('upgrade', (asked, socket: Socket) => {
      if (this.isStalled) return;
      if (this.asksWho) return void socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
      this.tunnel(asked, socket);
    });
  }

  static async before(target: number): Promise<Carrier> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Carrier(server, target);
  }

  /** URL of the page for phones. */
  get page(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}${prefix}/`;
  }

  /** Stops forwarding data without closing any connection. */
  stall(): void {
    this.isStalled = true;
  }

  /** Changes the target listener, and closes all connections. */
  leadTo(port: number): void {
    this.target = port;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Requires signing in from now on, and closes all connections. */
  askWho(): void {
    this.asksWho = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Forwards new connections and data again. */
  go(): void {
    this.isStalled = false;
    this.asksWho = false;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private onward({ method, url = '', headers }: IncomingMessage) {
    const path = url.startsWith(prefix) ? url.slice(prefix.length) : '/none';
    return { host: '127.0.0.1', port: this.target, method, path, headers };
  }

  private tunnel(asked: IncomingMessage, socket: Socket): void {
    const { method, path, headers } = this.onward(asked);
    const hub = connect(this.target, '127.0.0.1');
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    hub.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    const carry = (from: Socket, receiver: Socket): void => {
      from.on('data', (data) => void (this.isStalled || receiver.write(data)));
      from.on('close', () => void (this.isStalled || receiver.destroy()));
      from.on('error', () => undefined); // As above.
    };
    carry(socket, hub);
    carry(hub, socket);
  }
}
