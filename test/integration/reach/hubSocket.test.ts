import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import * as path from 'node:path';
import { callHub } from '../../../src/extension/link/callHub';
import { findHub } from '../../../src/extension/link/findHub';
import { hubProof } from '../../../src/extension/util/hub/hubKey';
import { findRunningHub } from '../../../src/extension/link/runningHub';
import { routes } from '../../../src/shared/protocol/protocol';
import { HubProcess } from '../../support/hub/process/hubProcess';
import { StreamReader } from '../../support/hub/wire/streamReader';
import { Stranger } from '../../support/hub/wire/stranger';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { needs } from '../../support/skip';
import { until } from '../../support/until';
import { runRelay } from '../relay/relayRun';

const hook = JSON.stringify({ session_id: 'one', cwd: '/x', hook_event_name: 'SessionStart' });

describe('The socket of a hub', () => {
  before(function () {
    needs(this, 'modes');
  });

  let home: string;
  let folder: string;
  beforeEach(async () => {
    home = await tempHome();
    folder = path.join(home, 'mission-control');
  });
  afterEach(() => removeHome(home));

  const sockets = async (): Promise<string[]> =>
    (await fs.readdir(folder)).filter((name) => name.endsWith('.sock'));
  const relay = path.resolve('hooks/relay.sh');
  /** Asserts that the installed relay reaches the hub. */
  async function assertTold(hub: TestHub): Promise<void> {
    const command = ['sh', relay] as const;
    const { code } = await runRelay({ command, env: { CLAUDE_CONFIG_DIR: home }, input: hook });
    assert.equal(code, 0);
    await hub.waitFor('one', () => undefined);
  }

  it('takes windows, runners and the relay, and demands the token of each', async () => {
    const hub = await TestHub.start(home);
    const { reach } = hub.running;
    const found = await findHub(home, [hub.port]);
    const runners = await findRunningHub(home);
    for (const way of ['way' in found && found.way, runners?.way]) {
      assert.deepEqual(way, reach.way);
      assert.ok(way && 'socketPath' in way);
    }
    const status = async (token: string): Promise<number | undefined> =>
      (await callHub({ ...reach, token }, { route: routes.summary })).statusCode;
    assert.deepEqual([await status(reach.token), await status('00')], [200, 401]);
    await assertTold(hub);
    await hub.close();
    assert.deepEqual(await sockets(), []);
  });

  it('that a crash left is taken away by the next hub; a living one stays', async () => {
    const dead = await HubProcess.start(home, 0);
    await dead.kill();
    const [left] = await sockets();
    const first = await TestHub.start(home);
    const [own] = await sockets();
    assert.ok(left !== undefined && own !== undefined && left !== own);
    const second = await TestHub.start(home);
    assert.equal((await sockets()).length, 2);
    await first.close();
    assert.deepEqual(await sockets(), [second.running.endpoint.socket]);
    await second.close();
  });

  it('is made again where somebody took it away', async () => {
    const hub = await TestHub.start(home);
    for (const name of await sockets()) await fs.rm(path.join(folder, name));
    await until(sockets, (names) => assert.equal(names.length, 1));
    await assertTold(hub);
    await hub.close();
  });

  it('is made again where something else stands in its place', async () => {
    const hub = await TestHub.start(home);
    const [name = ''] = await sockets();
    const place = path.join(folder, name);
    const other = createServer((socket) => socket.destroy());
    const puts: readonly (() => Promise<unknown>)[] = [
      () => fs.writeFile(place, 'no socket'),
      () => fs.mkdir(path.join(place, 'deep'), { recursive: true }),
      async () => once(other.listen(place), 'listening'),
    ];
    for (const put of puts) {
      await fs.rm(place, { recursive: true });
      await put();
      const isOurs = (): Promise<boolean> =>
        callHub(hub.running.reach, { route: routes.summary }).then(
          (response) => response.resume().statusCode === 200,
          () => false,
        );
      await until(isOurs, (ours) => assert.ok(ours));
    }
    other.close();
    await hub.close();
  });

  it('is passed over where its path would be too long: the hub proves itself instead', async () => {
    const long = path.join(home, 'x'.repeat(100));
    await fs.mkdir(long);
    home = long;
    folder = path.join(home, 'mission-control');
    const hub = await TestHub.start(home);
    assert.deepEqual(await sockets(), []);
    const found = await findHub(home, [hub.port]);
    assert.ok(found.kind === 'follow' && 'key' in found.way);
    const response = await callHub(found, { route: routes.summary });
    assert.equal(response.statusCode, 200);
    response.resume();
    await assertTold(hub);
    await hub.close();
    home = path.dirname(long);
  });
});

describe('A call to a port', () => {
  it('sends nothing to whoever cannot prove to be the hub, and fails', async () => {
    const stranger = await Stranger.start((_request, response) => response.end('{"proof":"00"}'));
    const url = `http://127.0.0.1:${stranger.port}`;
    const hub = { url, token: 'secret', way: { key: 'ab'.repeat(32) } };
    const body = { prompt: 'private' };
    await assert.rejects(callHub(hub, { route: routes.hook, body }), /has not proved/);
    assert.equal(stranger.asked.length, 1);
    assert.doesNotMatch(JSON.stringify(stranger.asked), /secret|authorization/i);
    await stranger.stop();
  });

  it('goes over the connection that was proved, or not at all', async () => {
    const hub = await TestHub.start();
    const key = await fs.readFile(path.join(hub.home, 'mission-control', 'key'), 'utf8');
    let token = '';
    // It has the right proof, but closes the connection so that the caller would open another one.
    const stranger = await Stranger.start((request, response) => {
      token += request.headers.authorization ?? '';
      const { port } = stranger;
      const nonce = new URL(request.url ?? '', 'http://x').searchParams.get('nonce') ?? '';
      const hello = { version: 1, pid: 1, startedAt: '', proof: hubProof(key, nonce, port) };
      response.writeHead(200, { connection: 'close' }).end(JSON.stringify(hello));
    });
    const url = `http://127.0.0.1:${stranger.port}`;
    await assert.rejects(
      callHub({ url, token: 'secret', way: { key } }, { route: routes.summary }),
      /proved connection is gone/,
    );
    assert.equal(token, '');
    await stranger.stop();
    const reach = { url: hub.url, token: hub.running.token, way: { key } };
    const response = await callHub(reach, { route: routes.stream });
    assert.equal(response.statusCode, 200);
    response.destroy();
    const reader = new StreamReader(`${hub.url}${routes.stream}`, hub.running.token);
    await reader.waitFor((frames) => assert.equal(frames.length, 1));
    reader.close();
    await hub.dispose();
  });
});
