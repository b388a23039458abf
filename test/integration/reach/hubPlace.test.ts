import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { HubPlace } from '../../../src/extension/hub/reach/hubPlace';
import { findHub } from '../../../src/extension/link/findHub';
import { findRunningHub } from '../../../src/extension/link/runningHub';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { hostId } from '../../../src/extension/util/hub/hostId';
import { hostFolderName } from '../../../src/extension/util/hub/hubFolder';
import { routes } from '../../../src/shared/protocol/protocol';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { until } from '../../support/until';

const otherHostId = 'ffffffff';
const hourMs = 3_600_000;

describe('A config home that another host has, too', () => {
  let home: string;
  let folder: string;
  beforeEach(async () => {
    home = await tempHome();
    folder = path.join(home, 'mission-control');
    await fs.mkdir(folder, { mode: 0o700 });
  });
  afterEach(() => removeHome(home));

  /** Writes the files of a hub on another host, whose last heartbeat was `ms` ago. */
  async function writeHubFiles(host: string | undefined, ms = 0, where = folder): Promise<void> {
    await fs.mkdir(where, { recursive: true, mode: 0o700 });
    const endpoint = { version: 3, url: 'http://127.0.0.1:1', pid: 1, startedAt: 'now', host };
    await fs.writeFile(path.join(where, 'endpoint.json'), JSON.stringify(endpoint));
    await fs.writeFile(path.join(where, 'token'), 'theirs');
    const at = new Date(Date.now() - ms);
    await fs.utimes(path.join(where, 'token'), at, at);
  }

  const token = (): Promise<string> => fs.readFile(path.join(folder, 'token'), 'utf8');
  const hostFolders = async (): Promise<string[]> =>
    (await fs.readdir(folder)).filter((name) => hostFolderName.test(name));

  it('is served from a folder of this host while the other’s hub lives, and left as it was', async () => {
    await writeHubFiles(otherHostId);
    const hub = await TestHub.start(home);
    const own = `host-${await hostId()}`;
    assert.deepEqual(await hostFolders(), [own]);
    assert.equal((await fs.stat(path.join(folder, own))).mode & 0o777, 0o700);
    assert.equal(await token(), 'theirs');
    const { reach } = hub.running;
    assert.deepEqual(await findRunningHub(home), reach);
    assert.deepEqual(await findHub(home, [hub.port]), { kind: 'follow', port: hub.port, ...reach });
    assert.equal((await hub.call(routes.summary)).status, 200);
    await hub.close();
    assert.deepEqual(await hostFolders(), []);
    assert.equal(await token(), 'theirs');
    assert.equal(await findRunningHub(home), undefined);
  });

  for (const [title, host, ms] of [
    ['the other’s hub gave no sign for a while', otherHostId, 21_000],
    ['the files name no host', undefined, 0],
  ] as const) {
    it(`is served from our folder itself where ${title}`, async () => {
      await writeHubFiles(host, ms);
      const hub = await TestHub.start(home);
      assert.equal(await token(), hub.running.token);
      assert.deepEqual(await hostFolders(), []);
      await hub.close();
    });
  }

  it('gives a hub’s sign of life by the time of its token alone', async () => {
    const hub = await TestHub.start(home);
    const file = path.join(folder, 'token');
    await fs.utimes(file, new Date(0), new Date(0));
    await until(
      async () => (await fs.stat(file)).mtimeMs,
      (at) => assert.ok(Math.abs(Date.now() - at) < hourMs),
    );
    assert.equal(await token(), hub.running.token);
    await hub.close();
  });

  it('never has a token of the other host taken for that of a hub that has not written its own', async () => {
    const hub = await TestHub.start(home);
    await writeHubFiles(otherHostId);
    assert.equal((await findHub(home, [hub.port])).kind, 'none');
    await hub.running.retired;
    assert.equal(await token(), 'theirs');
    await hub.close();
  });

  it('has one hub of this host: the one in its folder goes when one serves from our folder', async () => {
    await writeHubFiles(otherHostId);
    const first = await TestHub.start(home);
    await writeHubFiles(otherHostId, 21_000);
    const second = await TestHub.start(home);
    await first.running.retired;
    assert.equal(await token(), second.running.token);
    assert.deepEqual(await hostFolders(), []);
    assert.deepEqual(await findRunningHub(home), second.running.reach);
    await second.close();
    await first.close();
  });

  it('has one hub of this host, also where the folder of the first could not be taken away', async () => {
    await writeHubFiles(otherHostId);
    const first = await TestHub.start(home);
    await writeHubFiles(await hostId());
    await first.running.retired;
    assert.equal(await token(), 'theirs');
    await first.close();
  });

  it('has no folder for long whose hub has crashed', async () => {
    const own = await hostId();
    await writeHubFiles(own, hourMs, path.join(folder, `host-${own}`));
    await writeHubFiles('00000001', hourMs, path.join(folder, 'host-00000001'));
    await writeHubFiles('00000002', 25 * hourMs, path.join(folder, 'host-00000002'));
    await HubPlace.choose(new PrivateFolder(folder), own);
    assert.deepEqual(await hostFolders(), ['host-00000001']);
  });

  it('knows whether other hosts’ hubs live in it', async () => {
    const ours = new PrivateFolder(folder);
    await ours.write('token', 'ours');
    let changes = 0;
    const place = await HubPlace.choose(ours, await hostId(), () => (changes += 1));
    await place.writeHeartbeat('ours');
    assert.deepEqual([place.hasOthers, changes], [false, 0]);
    const there = path.join(folder, 'host-00000001');
    await writeHubFiles('00000001', 0, there);
    await place.writeHeartbeat('ours');
    assert.deepEqual([place.hasOthers, changes], [true, 1]);
    assert.equal((await HubPlace.choose(ours, await hostId())).hasOthers, true);
    await writeHubFiles('00000001', 21_000, there);
    await place.writeHeartbeat('ours');
    assert.deepEqual([place.hasOthers, changes], [false, 2]);
  });
});
