import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { answerJson } from '../../../../../src/webview/phone/link/answerJson';

describe('The JSON of an answer to the phone’s page', () => {
  let server: Server;
  let address: string;
  let sent = 0;
  before(async () => {
    server = createServer(({ url }, response) => {
      if (url === '/endless') {
        const send = (): void => {
          sent += 64 * 1024;
          if (!response.destroyed) response.write(' '.repeat(64 * 1024), send);
        };
        return send();
      }
      response.end(url === '/deep' ? '['.repeat(600) + ']'.repeat(600) : '{"key":"Käse"}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is read whole up to its limit', async () => {
    assert.deepEqual(await answerJson(await fetch(address), 15), { key: 'Käse' });
    await assert.rejects(answerJson(await fetch(address), 14), RangeError);
  });

  it('is given up where the answer has no end, and the connection with it', async () => {
    await assert.rejects(answerJson(await fetch(`${address}/endless`), 4_096), RangeError);
    assert.ok(sent < 64 * 1024 * 1024);
  });

  it('is none where it is nested too deep', async () => {
    await assert.rejects(answerJson(await fetch(`${address}/deep`), 4_096), RangeError);
  });
});
