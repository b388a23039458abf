import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import * as path from 'node:path';
import { findHub } from '../../../src/extension/link/findHub';
import { probe } from '../../../src/extension/link/probe';
import { hubProof } from '../../../src/extension/util/hub/hubKey';
import { protocolVersion, type Hello } from '../../../src/shared/protocol/protocol';
import { call } from '../../support/hub/wire/call';
import { freePorts } from '../../support/hub/wire/freePorts';
import { Stranger } from '../../support/hub/wire/stranger';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { deadPid } from '../../support/processes/processes';

const answers = (make: (nonce: string) => unknown): RequestListener => {
  return (request, response) => {
    const nonce = new URL(request.url ?? '', 'http://x').searchParams.get('nonce') ?? '';
    response.setHeader('content-type', 'application/json').end(JSON.stringify(make(nonce)));
  };
};
const hello = (proof: string, version = protocolVersion): Hello => ({
  version,
  pid: 1,
  startedAt: '2026-03-02T10:00:00.000Z',
  proof,
});

describe('Who listens on a port', () => {
  let home: string;
  let hub: TestHub;
  let key: string;
  let stranger: Stranger | undefined;

  beforeEach(async () => {
    home = await tempHome();
    hub = await TestHub.start(home);
    key = await fs.readFile(path.join(home, 'mission-control', 'key'), 'utf8');
  });
  afterEach(async () => {
    await stranger?.stop();
    stranger = undefined;
    await hub.close();
    await removeHome(home);
  });

  it('is nobody', async () => {
    const [port = 0] = await freePorts(1);
    assert.equal(await probe(port, key), 'free');
  });

  it('is a hub of this home', async () => {
    assert.equal(await probe(hub.port, key), 'hub');
  });

  it('is a hub of another home', async () => {
    assert.equal(await probe(hub.port, 'a'.repeat(64)), 'foreign');
  });

  const strangers: readonly (readonly [title: string, answer: RequestListener])[] = [
    ['says nothing of use', (_request, response) => response.end('It works!')],
    ['answers with an error', (_request, response) => response.writeHead(500).end()],
    ['answers without end', (_request, response) => response.end('x'.repeat(100_000))],
    ['hangs up', (request) => request.socket.destroy()],
    ['repeats the nonce as its proof', answers((nonce) => hello(nonce))],
    ['forges a proof', answers((nonce) => hello(hubProof('b'.repeat(64), nonce, 0)))],
    ['lacks a proof', answers(() => ({ ...hello(''), proof: undefined }))],
  ];
  for (const [title, answer] of strangers) {
    it(`is somebody who ${title}`, async () => {
      stranger = await Stranger.start(answer);
      assert.equal(await probe(stranger.port, key), 'foreign');
    });
  }

  for (const [title, other, result] of [
    ['an older', protocolVersion - 1, 'foreign'],
    ['a newer', protocolVersion + 1, 'newer'],
  ] as const) {
    it(`is a hub of ${title} version`, async () => {
      stranger = await Stranger.start(
        answers((nonce) => hello(hubProof(key, nonce, stranger?.port ?? 0), other)),
      );
      assert.equal(await probe(stranger.port, key), result);
    });
  }

  it('is somebody who passes the question on to the real hub and its answer back', async () => {
    stranger = await Stranger.start((request, response) => {
      void call(`${hub.url}${request.url ?? ''}`).then(({ text }) => response.end(text));
    });
    assert.equal(await probe(stranger.port, key), 'foreign');
  });

  it('is somebody who does not answer in time', async () => {
    stranger = await Stranger.start();
    assert.equal(await probe(stranger.port, key, 100), 'silent');
  });

  it('learns no secret by being asked', async () => {
    stranger = await Stranger.start((_request, response) => response.end());
    await probe(stranger.port, key);
    const [asked] = stranger.asked;
    assert.match(asked?.url ?? '', /^\/api\/live\/hello\?nonce=[0-9a-f]{48}$/);
    assert.ok(!JSON.stringify(asked).includes(key));
    assert.ok(!JSON.stringify(asked).includes(hub.running.token));
  });
});

describe('A window that looks for the hub', () => {
  let home: string;
  const hubs: TestHub[] = [];
  const strangers: Stranger[] = [];

  beforeEach(async () => (home = await tempHome()));
  afterEach(async () => {
    for (const hub of hubs.splice(0)) await hub.close();
    for (const stranger of strangers.splice(0)) await stranger.stop();
    await removeHome(home);
  });

  async function hubOf(configHome: string): Promise<TestHub> {
    const hub = await TestHub.start(configHome);
    hubs.push(hub);
    return hub;
  }
  async function stranger(answer?: RequestListener): Promise<Stranger> {
    const one = await Stranger.start(answer);
    strangers.push(one);
    return one;
  }
  const elsewhere: RequestListener = (_request, response) => response.end('hello');

  it('becomes it on the first free port', async () => {
    const ports = await freePorts(2);
    assert.deepEqual(await findHub(home, ports), { kind: 'host', port: ports[0] });
  });

  it('follows the one that is there, though an earlier port is free', async () => {
    const hub = await hubOf(home);
    const [free = 0] = await freePorts(1);
    const { url, port } = hub;
    assert.deepEqual(await findHub(home, [free, port]), {
      kind: 'follow',
      url,
      port,
      token: hub.running.token,
      way: hub.running.reach.way,
    });
    assert.ok('socketPath' in hub.running.reach.way || process.platform === 'win32');
  });

  it('steps over strangers and hubs of other homes', async () => {
    const foreign = await stranger(elsewhere);
    const otherHome = await tempHome();
    const other = await hubOf(otherHome);
    const [free = 0] = await freePorts(1);
    const ports = [foreign.port, other.port, free];
    assert.deepEqual(await findHub(home, ports), { kind: 'host', port: free });
    await other.close();
    await removeHome(otherHome);
  });

  it('says so where strangers have all the ports', async () => {
    const foreign = await stranger(elsewhere);
    const found = await findHub(home, [foreign.port]);
    assert.equal(found.kind, 'none');
    assert.match(found.reason, new RegExp(`ports ${foreign.port} to ${foreign.port}`));
  });

  it('waits for the token of a hub that is just starting', async () => {
    const hub = await hubOf(home);
    await fs.rm(path.join(home, 'mission-control', 'token'));
    assert.equal((await findHub(home, [hub.port])).kind, 'none');
  });

  it('follows the one whose token is written, where two listen', async () => {
    const [first, second] = [await hubOf(home), await hubOf(home)];
    const found = await findHub(home, [first.port, second.port]);
    assert.ok(found.kind === 'follow');
    assert.deepEqual([found.port, found.token], [second.port, second.running.token]);
  });

  it('waits for the answer of a hub that is starting in place of one that it has lost', async () => {
    const hub = await hubOf(home);
    const key = await fs.readFile(path.join(home, 'mission-control', 'key'), 'utf8');
    await fs.rm(path.join(home, 'mission-control', 'endpoint.json'));
    let questions = 0;
    const answer = answers((nonce) => hello(hubProof(key, nonce, starting.port)));
    const starting = await stranger((request, response) => {
      questions += 1;
      if (questions > 1) answer(request, response);
    });
    const [free = 0] = await freePorts(1);
    const found = await findHub(home, [starting.port, free], new Set(), false);
    assert.ok(found.kind === 'follow');
    assert.deepEqual([found.port, found.token], [starting.port, hub.running.token]);
  });

  it('does not wait for a silent port of a hub that is dead', async () => {
    const silent = await stranger();
    const [free = 0] = await freePorts(1);
    await writeEndpoint(home, silent.port, deadPid());
    assert.deepEqual(await findHub(home, [silent.port, free]), { kind: 'host', port: free });
    await fs.writeFile(path.join(home, 'mission-control', 'endpoint.json'), '{"half');
    assert.deepEqual(await findHub(home, [silent.port, free]), { kind: 'host', port: free });
  });
});

async function writeEndpoint(home: string, port: number, pid: number): Promise<void> {
  const folder = path.join(home, 'mission-control');
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const endpoint = { version: 1, url: `http://127.0.0.1:${port}`, pid, startedAt: 'now' };
  await fs.writeFile(path.join(folder, 'endpoint.json'), JSON.stringify(endpoint));
}
