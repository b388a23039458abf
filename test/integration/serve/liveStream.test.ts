import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LiveStream } from '../../../src/extension/hub/serve/liveStream';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { StreamReader } from '../../support/hub/wire/streamReader';
import { aSession, aSummary } from '../../support/sessionBuilder';

const sessions = (count: number): LiveSession[] =>
  Array.from({ length: count }, (_, index) => aSession({ sessionId: `s${index}` }));

describe('The stream to the readers', () => {
  let stream: LiveStream;
  let server: Server;
  let reader: StreamReader;

  beforeEach(async () => {
    stream = new LiveStream();
    const board = { sessions: sessions(3), summary: aSummary([]) };
    server = createServer((_request, response) => stream.add(response, board));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    reader = new StreamReader(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, '00');
    await reader.waitFor((frames) => assert.equal(frames.length, 1));
  });
  afterEach(async () => {
    reader.close();
    stream.dispose();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('tells a change of many sessions in frames that are each soon read', async () => {
    stream.send({ type: 'sessions', data: sessions(120) });
    stream.send({ type: 'removed', data: ['s0'] });
    const frames = await reader.waitFor((all) => assert.equal(all.at(-1)?.event.type, 'removed'));
    const counts = frames.map(({ event }) => (event.type === 'sessions' ? event.data.length : 0));
    assert.deepEqual(counts, [0, 50, 50, 20, 0]);
    assert.deepEqual(
      frames.map(({ id }) => id),
      [0, 1, 2, 3, 4],
    );
  });
});
