import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { RequestListener, ServerResponse } from 'node:http';
import { StreamClient } from '../../../src/extension/link/streamClient';
import type { ReachableHub } from '../../../src/extension/util/hub/reachableHub';
import type { StreamEvent } from '../../../src/shared/protocol/protocol';
import { aHook } from '../../support/hub/hooks';
import { anySocketPath, Stranger } from '../../support/hub/wire/stranger';
import { TestHub } from '../../support/hub/testHub';
import { aSession, aSummary } from '../../support/sessionBuilder';
import { until } from '../../support/until';

const summary = aSummary([]);
const snapshot: StreamEvent = { type: 'snapshot', data: { sessions: [], summary } };
const frame = (id: number, { type, data }: { type: string; data: unknown }): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

describe('A reading of the live stream', () => {
  let stranger: Stranger | undefined;
  let hub: TestHub | undefined;
  let client: StreamClient | undefined;
  let events: StreamEvent[];
  let ends: string[];

  beforeEach(() => {
    events = [];
    ends = [];
  });
  afterEach(async () => {
    client?.dispose();
    await stranger?.stop();
    await hub?.dispose();
    stranger = hub = undefined;
  });

  function read(hub: ReachableHub): void {
    client = new StreamClient(hub, {
      onEvent: (event) => events.push(event),
      onEnd: (reason) => ends.push(reason),
    });
  }
  async function readFrom(answer: RequestListener): Promise<void> {
    const socketPath = anySocketPath();
    stranger = await Stranger.start(answer, socketPath);
    read({ url: 'http://127.0.0.1', token: 'token', way: { socketPath } });
  }
  const stream = (write: (response: ServerResponse) => void): RequestListener => {
    return (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      write(response);
    };
  };
  const ended = (reason: RegExp): Promise<unknown> =>
    until(
      () => ends,
      (now) => {
        assert.equal(now.length, 1);
        assert.match(now[0] ?? '', reason);
      },
    );

  it('gives the snapshot and then each change of a real hub', async () => {
    hub = await TestHub.start();
    read(hub.running.reach);
    await until(
      () => events,
      (now) => assert.equal(now.length, 1),
    );
    await hub.hook(aHook('SessionStart'));
    await until(
      () => events.map(({ type }) => type),
      (types) => assert.deepEqual(types, ['snapshot', 'sessions', 'summary']),
    );
    await hub.close();
    await ended(/./);
  });

  it('puts events together that come in pieces', async () => {
    const text = frame(7, snapshot) + frame(8, { type: 'summary', data: summary });
    await readFrom(
      stream((response) => {
        const bytes = Buffer.from(text);
        for (const byte of bytes) response.write(Buffer.of(byte));
      }),
    );
    await until(
      () => events,
      (now) => assert.deepEqual(now, [snapshot, { type: 'summary', data: summary }]),
    );
    assert.deepEqual(ends, []);
  });

  it('gives a snapshot that comes in parts as one, and then the changes', async () => {
    const part = (sessionId: string, more: boolean): StreamEvent => ({
      type: 'snapshot',
      data: { sessions: [aSession({ sessionId })], summary, more },
    });
    const frames = [
      frame(4, part('a', true)),
      frame(4, part('b', true)),
      frame(4, part('c', false)),
      frame(5, { type: 'removed', data: ['a'] }),
    ];
    await readFrom(stream((response) => response.write(frames.join(''))));
    await until(
      () => events,
      (now) => assert.equal(now.length, 2),
    );
    const [first, second] = events;
    assert.ok(first?.type === 'snapshot');
    assert.deepEqual(
      first.data.sessions.map(({ sessionId }) => sessionId),
      ['a', 'b', 'c'],
    );
    assert.deepEqual(second, { type: 'removed', data: ['a'] });
  });

  it('gives a board that takes long in order and whole, and then the changes', async () => {
    let clock = 0;
    const slow = mock.method(performance, 'now', () => (clock += 5)); // Each frame fills its slice.
    const ids = Array.from({ length: 400 }, (_, place) => `session-${place}`);
    const sessions = ids.map((sessionId) => aSession({ sessionId }));
    const frames = sessions.map((session, place) =>
      frame(1, { type: 'snapshot', data: { sessions: [session], summary, more: place < 399 } }),
    );
    await readFrom(
      stream((response) => {
        response.write(frames.join(''));
        setTimeout(() => response.write(frame(2, { type: 'removed', data: ['a'] })), 50);
      }),
    );
    await until(
      () => events.map(({ type }) => type),
      (types) => assert.deepEqual(types, ['snapshot', 'removed']),
    );
    slow.mock.restore();
    const [first] = events;
    assert.ok(first?.type === 'snapshot');
    assert.deepEqual(
      first.data.sessions.map(({ sessionId }) => sessionId),
      ids,
    );
  });

  it('ends where a part of the snapshot was missed', async () => {
    const part = { type: 'snapshot', data: { sessions: [], summary, more: true } };
    for (const next of [frame(5, snapshot), frame(4, { type: 'summary', data: summary })]) {
      events = [];
      ends = [];
      await readFrom(stream((response) => response.write(frame(4, part) + next)));
      await ended(/missed/);
      assert.deepEqual(events, []);
      client?.dispose();
      await stranger?.stop();
    }
    stranger = undefined;
  });

  it('passes signs of life over', async () => {
    await readFrom(
      stream((response) => response.write(`: alive\n\n${frame(0, snapshot)}: alive\n\n`)),
    );
    await until(
      () => events,
      (now) => assert.deepEqual(now, [snapshot]),
    );
  });

  it('ends where an event was missed', async () => {
    await readFrom(
      stream((response) =>
        response.write(frame(1, snapshot) + frame(3, { type: 'summary', data: summary })),
      ),
    );
    await ended(/missed/);
    assert.deepEqual(events, [snapshot]);
  });

  it('ends at an event of another shape and gives nothing of it', async () => {
    for (const bad of [
      { type: 'hologram', data: {} },
      { type: 'sessions', data: [{ sessionId: 'half' }] },
    ]) {
      events = [];
      ends = [];
      await readFrom(stream((response) => response.write(frame(0, snapshot) + frame(1, bad))));
      await ended(/another shape/);
      assert.deepEqual(events, [snapshot]);
      client?.dispose();
      await stranger?.stop();
    }
    stranger = undefined;
  });

  it('ends where the hub refuses it', async () => {
    await readFrom((_request, response) => response.writeHead(401).end());
    await ended(/401/);
  });

  it('ends where the hub closes the stream or the connection breaks', async () => {
    await readFrom(stream((response) => response.end(frame(0, snapshot))));
    await ended(/closed/);
    await stranger?.stop();
    ends = [];
    await readFrom(
      stream((response) => {
        response.write(frame(0, snapshot), () => response.destroy());
      }),
    );
    await ended(/./);
  });

  it('ends where nobody listens', async () => {
    read({ url: 'http://127.0.0.1', token: 'token', way: { socketPath: anySocketPath() } });
    await ended(/ENOENT/);
  });

  it('says nothing once it is disposed', async () => {
    await readFrom(stream((response) => response.write(frame(0, snapshot))));
    await until(
      () => events,
      (now) => assert.equal(now.length, 1),
    );
    client?.dispose();
    await stranger?.stop();
    stranger = undefined;
    assert.deepEqual(ends, []);
  });
});
