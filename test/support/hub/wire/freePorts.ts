import { createServer } from 'node:net';

/**
 * Above the ports that browsers block, and below the ephemeral range, from which the system could
 * assign one between the check and its use.
 */
const [lowest, highest] = [12_000, 32_000] as const;
/** Ports are never repeated in this process; other processes start elsewhere. */
let next = lowest + Math.floor(Math.random() * (highest - lowest));

/** Returns this many ports on which nothing listens at the moment. */
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

/** The wanted port if nothing listens on it, else 0 for any free one. */
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
