import assert from 'node:assert/strict';
import { HubFiles } from '../../../src/extension/hub/reach/hubFiles';
import type { Log } from '../../../src/extension/util/log';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { until } from '../../support/until';

/** A disk that is full until somebody makes room. */
class FullFolder extends PrivateFolder {
  full = true;

  override async write(name: string, text: string): Promise<void> {
    if (this.full) {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }
    await super.write(name, text);
  }
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
    let checks = 0;
    const read = folder.read.bind(folder);
    folder.read = (name) => {
      checks += 1;
      return read(name);
    };
    await until(
      () => checks,
      (count) => assert.ok(count > 2),
    );
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
});
