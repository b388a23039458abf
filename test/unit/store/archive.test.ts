import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Archive } from '../../../src/extension/hub/store/archive';
import { NotSavedError } from '../../../src/extension/util/files/savedResult';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { needs } from '../../support/skip';

describe('The list of dismissed sessions', () => {
  let root: string;
  const errors: unknown[] = [];
  const open = (): Archive => new Archive(new PrivateFolder(root), (error) => errors.push(error));

  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'mc-archive-'));
    errors.length = 0;
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is stored over a restart, and readable for its owner only', async function () {
    needs(this, 'modes');
    const archive = open();
    await archive.set('one', 1);
    await archive.set('two', 2);
    await archive.set('one', undefined);
    await archive.flush();
    assert.deepEqual([...(await open().load())], [['two', 2]]);
    assert.equal(statSync(path.join(root, 'archived.json')).mode & 0o777, 0o600);
  });

  it('starts empty if the file is missing or damaged, which is reported', async () => {
    assert.equal((await open().load()).size, 0);
    assert.deepEqual(errors, []);
    writeFileSync(path.join(root, 'archived.json'), '{"one":');
    assert.equal((await open().load()).size, 0);
    assert.equal(errors.length, 1);
  });

  it('does not overwrite changes of the next hub if its own hub ends late', async () => {
    const old = open();
    await old.set('one', 1);
    await old.flush();
    const next = open();
    await next.load();
    await next.set('two', 2);
    await next.flush();
    await old.flush();
    assert.deepEqual(
      [...(await open().load())],
      [
        ['one', 1],
        ['two', 2],
      ],
    );
  });

  it('does not change if the disk is full, and the error is returned', async () => {
    rmSync(root, { recursive: true });
    const archive = open();
    await assert.rejects(archive.set('one', 1), NotSavedError);
    assert.equal(archive.dismissedAt('one'), undefined);
    assert.ok(errors.length > 0);
    mkdirSync(root);
    await archive.set('two', 2);
    assert.deepEqual([...(await open().load())], [['two', 2]]);
  });

  it('stays empty without an error if its file cannot be read', async () => {
    mkdirSync(path.join(root, 'archived.json'));
    const archive = open();
    await archive.load();
    await archive.set('one', undefined);
    await archive.flush();
    assert.equal(errors.length, 1);
  });

  it('drops the oldest entries beyond its limit', async () => {
    const file = path.join(root, 'archived.json');
    // Most entries are prepared in the file, because each further call takes longer.
    const before = Array.from({ length: 4_995 }, (_, count) => [`s${count}`, count]);
    writeFileSync(file, JSON.stringify(Object.fromEntries(before)));
    const archive = open();
    await archive.load();
    for (let count = 4_995; count < 5_010; count += 1) await archive.set(`s${count}`, count);
    await archive.flush();
    const stored = JSON.parse(readFileSync(file, 'utf8')) as object;
    assert.equal(Object.keys(stored).length, 5_000);
    assert.ok('s5009' in stored && !('s9' in stored));
  });
});
