import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';

/** So many ports of this machine that nobody listens on now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers: Server[] = [];
  for (let index = 0; index < count; index += 1) {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) {
    server.close();
    await once(server, 'close');
  }
  return ports;
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** The wanted port where nobody listens on it, else 0: any free one. */
export async function preferPort(wanted: number): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(0));
    server.listen(wanted, '127.0.0.1', () => server.close(() => resolve(wanted)));
  });
}
