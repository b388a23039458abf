import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Duplex } from 'node:stream';
import { runCommand } from '../editor/command';

interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Carries a phone to a listener on this machine, with TLS up to here, as a tunnel of one's own does. */
export class TlsCarrier {
  private readonly server: Server;
  private readonly sockets = new Set<Duplex>();

  private constructor(
    private readonly certificate: Certificate,
    private readonly target: number,
  ) {
    this.server = createServer({ ...certificate }, (asked, answer) => {
      const { method, headers, url: path } = asked;
      const on = request(
        { host: '127.0.0.1', port: target, method, path, headers, agent: false },
        (answered) => {
          answer.writeHead(answered.statusCode ?? 502, answered.headers);
          answered.pipe(answer);
        },
      );
      on.on('error', () => answer.destroy());
      asked.pipe(on);
    });
    this.server.on('upgrade', (asked, socket, head) => this.lead(asked, socket, head));
    this.server.on('connection', (socket: Duplex) => this.keep(socket));
  }

  /** To the listener at that port of this machine. */
  static async to(port: number): Promise<TlsCarrier> {
    const carrier = new TlsCarrier(await newCertificate(), port);
    await new Promise<void>((resolve) => carrier.server.listen(0, '127.0.0.1', resolve));
    return carrier;
  }

  /** Address of the page. */
  get page(): string {
    const { port } = this.server.address() as AddressInfo; // It listens on a port, not on a pipe.
    return `https://localhost:${port}/`;
  }

  /** Arguments by which Chromium takes this certificate for a good one, and no other. */
  get browserArgs(): readonly string[] {
    const { publicKey } = new X509Certificate(this.certificate.cert);
    const spki = publicKey.export({ type: 'spki', format: 'der' });
    const hash = createHash('sha256').update(spki).digest('base64');
    return [`--ignore-certificate-errors-spki-list=${hash}`];
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private lead(asked: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { method = '', url = '', rawHeaders } = asked;
    const lines = [`${method} ${url} HTTP/1.1`];
    for (let index = 0; index < rawHeaders.length; index += 2) {
      lines.push(`${rawHeaders[index] ?? ''}: ${rawHeaders[index + 1] ?? ''}`);
    }
    const on = connect({ host: '127.0.0.1', port: this.target, noDelay: true });
    this.keep(on);
    on.write(`${lines.join('\r\n')}\r\n\r\n`);
    on.write(head);
    on.pipe(socket).pipe(on);
    on.on('close', () => socket.destroy());
    socket.on('close', () => on.destroy());
    socket.on('error', () => on.destroy());
  }

  private keep(socket: Duplex): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined); // Whoever is at its other end is told by its own.
    socket.on('close', () => this.sockets.delete(socket));
  }
}

/** For this very machine, made by openssl and gone from the disk at once. */
async function newCertificate(): Promise<Certificate> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tls-carrier-'));
  try {
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
    const kind = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2';
    const name = '-subj /CN=localhost -addext subjectAltName=DNS:localhost';
    const wanted = ['req', ...kind.split(' '), ...name.split(' '), '-keyout', key, '-out', cert];
    await runCommand('openssl', wanted);
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
