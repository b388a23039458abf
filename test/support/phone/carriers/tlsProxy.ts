import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate } from './certificate';

export interface TlsProxyOptions {
  /** 0 for any. */
  readonly port?: number;
  readonly target: number;
  /** Path prefix of the public address that the target does not see, ending with `/`. */
  readonly folder?: string;
}

/**
 * Terminates TLS in front of a listener, like carriers: it forwards Host and Origin and adds its
 * own headers.
 */
export class TlsProxy {
  private readonly server: Server;
  private readonly sockets = new Set<Duplex>();
  /** Modifies data from the phone. */
  tamper: ((bytes: Buffer) => Buffer) | undefined;
  /** Target port on 127.0.0.1. */
  target: number;

  private constructor(
    certificate: Certificate,
    private readonly options: TlsProxyOptions,
  ) {
    this.target = options.target;
    this.server = createServer(certificate);
    this.server.on('request', (asked, answer) => {
      const { method, headers } = asked;
      const passed = {
        ...headers,
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
      };
      const path = this.pathOf(asked.url);
      const port = this.target;
      const upstream = request(
        { host: '127.0.0.1', port, path, method, headers: passed },
        (got) => {
          answer.writeHead(got.statusCode ?? 500, got.headers);
          got.pipe(answer);
        },
      );
      upstream.on('error', () => answer.writeHead(502).end('Bad gateway'));
      asked.pipe(upstream);
    });
    this.server.on('upgrade', (asked, socket: Duplex, head) => {
      const upstream = connect(this.target, '127.0.0.1', () => {
        const lines = asked.rawHeaders.flatMap((name, index) =>
          index % 2 === 0 ? [`${name}: ${asked.rawHeaders[index + 1] ?? ''}`] : [],
        );
        upstream.write([`GET ${this.pathOf(asked.url)} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
        upstream.write(head);
        socket.on('data', (bytes: Buffer) => upstream.write(this.tamper?.(bytes) ?? bytes));
        upstream.pipe(socket);
      });
      for (const one of [upstream, socket]) {
        this.sockets.add(one);
        one.on('error', () => undefined);
        one.on('close', () => {
          upstream.destroy();
          socket.destroy();
          this.sockets.delete(one);
        });
      }
    });
  }

  static async start(certificate: Certificate, options: TlsProxyOptions): Promise<TlsProxy> {
    const proxy = new TlsProxy(certificate, options);
    await new Promise<void>((resolve, reject) => {
      proxy.server.once('error', reject);
      proxy.server.listen(options.port ?? 0, '127.0.0.1', () => resolve());
    });
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private pathOf(url = '/'): string {
    const { folder = '/' } = this.options;
    return url.startsWith(folder) ? `/${url.slice(folder.length)}` : url;
  }
}
