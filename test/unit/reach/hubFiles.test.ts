import assert from 'node:assert/strict';
import { HubFiles } from '../../../src/extension/hub/reach/hubFiles';
import { silentLog, type Log } from '../../../src/extension/util/log';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { until } from '../../support/until';

/** A folder on a disk that is full until `full` is reset. */
class FullFolder extends PrivateFolder {
  full = true;

  override async write(name: string, text: string): Promise<void> {
    if (this.full) {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }
    await super.write(name, text);
  }
}

/** Resolves once the hub has read its files this many more times. */
async function isLookedAt(folder: PrivateFolder, times: number): Promise<void> {
  let reads = 0;
  const read = folder.read.bind(folder);
  folder.read = (name) => {
    reads += 1;
    return read(name);
  };
  await until(
    () => reads,
    (count) => assert.ok(count >= times),
  );
}

describe('The files of a hub on a full disk', () => {
  it('are said once to be missing, and written when there is room', async () => {
    const home = await tempHome();
    const folder = new FullFolder(home);
    const logged: string[] = [];
    const log: Log = {
      debug() {},
      info: (text) => logged.push(`info: ${text}`),
      warn: (text) => logged.push(`warn: ${text}`),
      error: (text) => logged.push(`error: ${text}`),
    };
    const files = new HubFiles(
      { folder, token: 'a1', others: [{ name: 'endpoint.json', text: '{}' }], log },
      () => assert.fail('nobody took over'),
    );
    await files.start();
    assert.equal(logged.length, 1);
    assert.match(logged[0] ?? '', /^error: .*cannot be written.*no space left/);
    await isLookedAt(folder, 3);
    assert.equal(logged.length, 1, logged.join('\n'));
    folder.full = false;
    await until(
      () => logged.length,
      (count) => assert.equal(count, 2),
    );
    assert.deepEqual(
      [await folder.read('token'), await folder.read('endpoint.json')],
      ['a1', '{}'],
    );
    await files.remove();
    assert.equal(await folder.read('token'), undefined);
    await removeHome(home);
  });

  it('take the place of those of the hub before, and go with those of one after', async () => {
    const home = await tempHome();
    const folder = new FullFolder(home);
    const other = new PrivateFolder(home);
    await other.write('token', 'before');
    const retired: string[] = [];
    const files = new HubFiles({ folder, token: 'a1', others: [], log: silentLog }, (reason) =>
      retired.push(reason),
    );
    await files.start();
    await isLookedAt(folder, 2);
    folder.full = false;
    await until(
      () => folder.read('token'),
      (token) => assert.equal(token, 'a1'),
    );
    assert.deepEqual(retired, []);
    await other.write('token', 'after');
    await until(
      () => retired,
      (reasons) => assert.deepEqual(reasons, ['Another hub serves the config home by now']),
    );
    assert.equal(await folder.read('token'), 'after');
    await removeHome(home);
  });
});

describe('A token that another process writes while a hub checks its files', () => {
  it('ends that hub, which does not write over it', async () => {
    const home = await tempHome();
    const folder = new PrivateFolder(home);
    const retired: string[] = [];
    const place = {
      async isReplaced(): Promise<boolean> {
        await folder.write('token', 'after');
        return false;
      },
      writeHeartbeat: () => Promise.resolve(),
    };
    const files = new HubFiles(
      { folder, token: 'a1', others: [], place, log: silentLog },
      (reason) => retired.push(reason),
    );
    await files.start();
    await until(
      () => retired.length,
      (count) => assert.equal(count, 1),
    );
    assert.equal(await folder.read('token'), 'after');
    await removeHome(home);
  });

  it('is not written over by its heartbeat', async () => {
    const home = await tempHome();
    const folder = new PrivateFolder(home);
    await folder.write('token', 'a1');
    await folder.refresh('token', 'a1');
    assert.equal(await folder.read('token'), 'a1');
    await folder.write('token', 'b2');
    await folder.refresh('token', 'a1');
    assert.equal(await folder.read('token'), 'b2');
    await removeHome(home);
  });
});
