import { createServer } from 'node:net';

/**
 * Above the ports that a browser refuses, and below those that the system gives to connections, which
 * may take one between the look and its use.
 */
const [lowest, highest] = [12_000, 32_000] as const;
/** This process gives no port twice; another one begins elsewhere. */
let next = lowest + Math.floor(Math.random() * (highest - lowest));

/** So many ports of this machine that nobody listens on now. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = next;
    next = port + 1 < highest ? port + 1 : lowest;
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** The wanted port where nobody listens on it, else 0: any free one. */
export async function preferPort(wanted: number): Promise<number> {
  return (await isFree(wanted)) ? wanted : 0;
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
