import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import * as path from 'node:path';
import { callHub } from '../../../src/extension/link/callHub';
import { LiveStream } from '../../../src/extension/hub/serve/liveStream';
import type { HookPayload } from '../../../src/extension/agents/claude/hooks/hookPayload';
import { boardSchema, routes, type Board } from '../../../src/shared/protocol/protocol';
import { assertEqualsRecomputed, type SentHook } from '../../support/hub/fromScratch';
import { aHook } from '../../support/hub/hooks';
import { HubProcess } from '../../support/hub/process/hubProcess';
import { call } from '../../support/hub/wire/call';
import { StreamReader } from '../../support/hub/wire/streamReader';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { until } from '../../support/until';

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
    .on('error', () => undefined)
    .resume();
  await once(socket, 'connect');
  return socket;
}

describe('A caller that holds on', function () {
  this.timeout(180_000);
  let home: string;
  let hub: HubProcess | undefined;
  let callers: Socket[] = [];
  beforeEach(async () => (home = await tempHome()));
  afterEach(async () => {
    for (const socket of callers) socket.destroy();
    await hub?.kill();
    await removeHome(home);
  });

  it('is cut off when it says nothing, or its head or body trickles; others are served', async () => {
    const hub = await TestHub.start(home);
    const head = `POST ${routes.hook} HTTP/1.1\r\nHost: 127.0.0.1:${hub.port}\r\n`;
    const body = `Authorization: ${hub.authorization}\r\nContent-Length: 100000\r\n\r\n`;
    const callers = await Promise.all(['', head, `${head}${body}`].map(() => open(hub.port)));
    // A caller that is writing when the connection ends gets an error before `close`.
    const ended = callers.map(
      (socket) =>
        new Promise((resolve) =>
          socket
            .resume()
            .on('error', () => undefined)
            .once('close', resolve),
        ),
    );
    callers[1]?.write(head);
    callers[2]?.write(`${head}${body}`);
    const trickle = setInterval(() => {
      callers[1]?.write('X: y\r\n');
      callers[2]?.write(' ');
    }, 100);
    const sentHooks: SentHook[] = [];
    const sendHook = async (payload: HookPayload): Promise<void> => {
      const sentAt = Date.now();
      sentHooks.push({ payload, sentAt });
      assert.equal((await hub.hook(payload, { 'x-sent-at': String(sentAt) })).status, 204);
    };
    await sendHook(aHook('UserPromptSubmit', { prompt: 'Go on' }));
    await Promise.all(ended);
    clearInterval(trickle);
    await sendHook(aHook('Stop'));
    await assertEqualsRecomputed(hub.home, () => hub.board(), sentHooks);
    await hub.dispose();
  });

  it('by the thousand, again and again, without a token takes nothing from those that have it', async () => {
    const there = await HubProcess.start(home, 0);
    hub = there;
    const port = Number(new URL(there.url).port);
    const names = await readdir(path.join(home, 'mission-control'));
    const socket = names.find((name) => name.endsWith('.sock')) ?? '';
    const stream = new StreamReader(`${there.url}${routes.stream}`, there.token);
    await stream.waitFor((frames) => assert.equal(frames.length, 1));
    const silent = async (): Promise<void> => {
      const more = await Promise.all(Array.from({ length: 1_000 }, () => open(port)));
      for (const [index, one] of more.entries()) {
        if (index % 2 === 0) one.write('GET /api/live/sessions HTTP/1.1\r\nHost: x\r\n\r\n');
      }
      callers.push(...more);
    };
    const authorization = `Bearer ${there.token}`;
    for (let round = 0; round < 5; round += 1) {
      await silent();
      const answer = await call(`${there.url}${routes.summary}`, { headers: { authorization } });
      assert.equal(answer.status, 200);
      if (process.platform === 'win32') continue;
      const way = { socketPath: path.join(home, 'mission-control', socket) };
      const local = await callHub(
        { url: there.url, token: there.token, way },
        { route: routes.summary },
      );
      assert.equal(local.statusCode, 200);
      local.resume();
    }
    await until(
      () => callers.filter(({ destroyed }) => !destroyed).length,
      (left) => assert.equal(left, 0),
    );
    assert.equal(stream.ended, false);
    stream.close();
  });

  it('by the thousand is hung up on, streams go on, and calls are served again', async () => {
    hub = await HubProcess.start(home, 0);
    const stream = new StreamReader(`${hub.url}${routes.stream}`, hub.token);
    await stream.waitFor((frames) => assert.equal(frames.length, 1));
    const { url, token } = hub;
    callers = await Promise.all(
      Array.from({ length: 3_000 }, () => open(Number(new URL(url).port))),
    );
    await until(
      () =>
        callers.filter(({ destroyed, readyState }) => destroyed || readyState !== 'open').length,
      (cut) => assert.ok(cut >= 1_000, `${cut} were hung up on`),
    );
    const hook = { payload: aHook('UserPromptSubmit', { prompt: 'Go on' }), sentAt: Date.now() };
    const authorization = `Bearer ${token}`;
    const post = (): Promise<number> =>
      call(`${url}${routes.hook}`, {
        method: 'POST',
        headers: { authorization, 'x-sent-at': String(hook.sentAt) },
        body: JSON.stringify(hook.payload),
      }).then(({ status }) => status);
    await until(post, (status) => assert.equal(status, 204));
    await stream.waitFor((frames) => assert.equal(frames.at(1)?.event.type, 'sessions'));
    stream.close();
    const board = async (): Promise<Board> => {
      const { text } = await call(`${url}${routes.sessions}`, { headers: { authorization } });
      return boardSchema.parse(JSON.parse(text));
    };
    await assertEqualsRecomputed(home, board, [hook]);
  });
});

describe('A reader of the stream that does not read', () => {
  it('is cut off; the others get everything', async () => {
    const stream = new LiveStream();
    const snapshot = {
      sessions: [],
      summary: {
        needsYouCount: 0,
        autonomousCount: 0,
        deliveredCount: 0,
        totalCostTodayUsd: 0,
        totalTokensToday: 0,
      },
    };
    const server = createServer((_request, response) => stream.add(response, snapshot));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const deaf = await open(port);
    deaf.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const reader = new StreamReader(`http://127.0.0.1:${port}/`, '');
    await until(
      () => stream.readerCount,
      (count) => assert.equal(count, 2),
    );
    const events = 60;
    for (let sent = 0; sent < events; sent += 1) {
      stream.send({ type: 'removed', data: [`${sent}${'x'.repeat(1024 * 1024)}`] });
      await reader.waitFor((frames) => assert.equal(frames.length, sent + 2));
    }
    assert.equal(stream.readerCount, 1);
    deaf.resume();
    await once(deaf, 'close');
    assert.deepEqual(
      reader.frames.map(({ id }) => id),
      Array.from({ length: events + 1 }, (_, id) => id),
    );
    reader.close();
    stream.dispose();
    server.closeAllConnections();
    server.close();
  });
});
