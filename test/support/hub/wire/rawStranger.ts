import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface Stranger {
  readonly port: number;
  readonly received: string;
  close(): Promise<void>;
}

/** A foreign program on a port: sends `answer` to each caller, or nothing. */
export async function stranger(port: number, answer?: string): Promise<Stranger> {
  const sockets = new Set<Socket>();
  let received = '';
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
      if (answer !== undefined) socket.end(answer);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get received() {
      return received;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
