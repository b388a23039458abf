import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Archive } from '../../../src/extension/hub/archive';
import { PrivateFolder } from '../../../src/extension/util/privateFolder';

describe('The list of dismissed sessions', () => {
  let root: string;
  const errors: unknown[] = [];
  const open = (): Archive => new Archive(new PrivateFolder(root), (error) => errors.push(error));

  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'mc-archive-'));
    errors.length = 0;
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('outlives a restart, and only its owner reads it', async () => {
    const archive = open();
    archive.set('one', 1);
    archive.set('two', 2);
    archive.set('one', undefined);
    await archive.flush();
    assert.deepEqual([...(await open().load())], [['two', 2]]);
    assert.equal(statSync(path.join(root, 'archived.json')).mode & 0o777, 0o600);
  });

  it('starts empty where there is none, or where it is broken, and says so', async () => {
    assert.equal((await open().load()).size, 0);
    assert.deepEqual(errors, []);
    writeFileSync(path.join(root, 'archived.json'), '{"one":');
    assert.equal((await open().load()).size, 0);
    assert.equal(errors.length, 1);
  });

  it('forgets the oldest beyond its limit', async () => {
    const archive = open();
    for (let count = 0; count < 5_010; count += 1) archive.set(`s${count}`, count);
    await archive.flush();
    const kept = JSON.parse(readFileSync(path.join(root, 'archived.json'), 'utf8')) as object;
    assert.equal(Object.keys(kept).length, 5_000);
    assert.ok('s5009' in kept && !('s9' in kept));
  });
});
