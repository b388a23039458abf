import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { LogFile } from '../../../../src/extension/hub/life/logFile';
import type { Log } from '../../../../src/extension/util/log';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { needs } from '../../../support/skip';

describe('The log of a hub without a window', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await tempHome();
    file = path.join(folder, 'hub.log');
  });
  afterEach(() => removeHome(folder));

  it('has each line at once, with its time and level, and nothing of each session', async () => {
    const log: Log = new LogFile(file);
    log.info('It begins');
    log.debug('A session rests');
    log.error('It crashed');
    const lines = (await fs.readFile(file, 'utf8')).split('\n');
    assert.equal(lines.length, 3);
    assert.match(lines[0] ?? '', /^\d{4}-\S+Z info: It begins$/);
    assert.match(lines[1] ?? '', /^\d{4}-\S+Z error: It crashed$/);
    assert.equal((await fs.stat(file)).mode & 0o077, 0);
  });

  it('stays small, and keeps the previous file', async () => {
    const log = new LogFile(file, 2_000);
    for (let at = 0; at < 200; at += 1) log.warn(`Line ${at} ${'x'.repeat(20)}`);
    log.warn('y'.repeat(100_000));
    const names = await fs.readdir(folder);
    for (const name of names) {
      const { size } = await fs.stat(path.join(folder, name));
      assert.ok(size < 8_000, `${name} has ${size} bytes`);
    }
    assert.ok(names.includes('hub.log.old') && names.length <= 2, names.join());
  });

  it('neither follows a link nor creates its folder, and never throws', async function () {
    needs(this, 'links');
    const other = path.join(folder, 'other');
    await fs.writeFile(other, 'kept');
    await fs.symlink(other, file);
    new LogFile(file).info('It begins');
    assert.equal(await fs.readFile(other, 'utf8'), 'kept');
    const gone = path.join(folder, 'gone', 'hub.log');
    new LogFile(gone).info('It begins');
    await assert.rejects(fs.stat(path.dirname(gone)), { code: 'ENOENT' });
  });
});
