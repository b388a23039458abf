import { createServer } from 'node:net';

/** The wanted port where nobody listens on it, else 0: any free one. */
export async function preferPort(wanted: number): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(0));
    server.listen(wanted, '127.0.0.1', () => server.close(() => resolve(wanted)));
  });
}
