import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Server that only forwards each posted body to all readers. Its latency is the lower limit for
 * that of a hub.
 */
const readers = new Set<ServerResponse>();
let lastId = 0;
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('id: 0\nevent: start\ndata: {}\n\n');
    readers.add(response);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    lastId += 1;
    const data = Buffer.concat(chunks).toString('utf8');
    for (const reader of readers) reader.write(`id: ${lastId}\nevent: hook\ndata: ${data}\n\n`);
    response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'listening', port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
