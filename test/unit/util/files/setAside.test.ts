import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { setAside } from '../../../../src/extension/util/files/setAside';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { needs } from '../../../support/skip';

const at = Date.UTC(2026, 2, 2, 10, 15, 0, 123);
const renamed = 'note.unreadable-20260302T101500123Z';

describe('An entry that is set aside', () => {
  let home: string;
  beforeEach(async () => (home = await tempHome()));
  afterEach(() => removeHome(home));
  const write = (name: string, text = 'text'): Promise<void> =>
    fs.writeFile(path.join(home, name), text);

  it('has the time in its name, which is unique', async () => {
    for (const text of ['first', 'second', 'third']) {
      await write('note', text);
      await setAside(home, 'note', at);
    }
    const names = [renamed, `${renamed}-2`, `${renamed}-3`];
    assert.deepEqual((await fs.readdir(home)).sort(), names);
    const texts = await Promise.all(names.map((one) => fs.readFile(path.join(home, one), 'utf8')));
    assert.deepEqual(texts, ['first', 'second', 'third']);
  });

  it('is undefined if the path does not exist', async () => {
    assert.equal(await setAside(home, 'note'), undefined);
    assert.deepEqual(await fs.readdir(home), []);
  });

  it('is the link itself, not its target', async function () {
    needs(this, 'links');
    await write('target');
    await fs.symlink(path.join(home, 'target'), path.join(home, 'note'));
    await setAside(home, 'note', at);
    assert.ok((await fs.lstat(path.join(home, renamed))).isSymbolicLink());
    assert.equal(await fs.readFile(path.join(home, 'target'), 'utf8'), 'text');
  });

  it('is deleted beyond the ten newest files of a name; folders and other names stay', async () => {
    await fs.mkdir(path.join(home, 'note'));
    await setAside(home, 'note', at - 1);
    await write('note.unreadable-mine');
    await write('other.unreadable-20000302T101500123Z');
    for (let count = 0; count < 14; count += 1) {
      await write('note', String(count));
      await setAside(home, 'note', at + count);
    }
    const names = await fs.readdir(home);
    assert.ok(names.includes('note.unreadable-20260302T101500122Z'));
    assert.ok(names.includes('note.unreadable-mine'));
    assert.ok(names.includes('other.unreadable-20000302T101500123Z'));
    const entries = await fs.readdir(home, { withFileTypes: true });
    const files = entries.filter((one) => one.isFile() && /^note.*Z$/u.test(one.name));
    const texts = await Promise.all(
      files.map(async ({ name }) => Number(await fs.readFile(path.join(home, name), 'utf8'))),
    );
    assert.deepEqual(
      texts.sort((a, b) => a - b),
      [4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
    );
  });

  it('is reported with the name to remove if it cannot be renamed', async function () {
    needs(this, 'modes');
    await write('note');
    const folder = path.join(home, 'gone');
    await fs.symlink(folder, path.join(home, 'loop'));
    await assert.rejects(setAside(path.join(home, 'note'), 'inside'), (error: Error) => {
      assert.match(error.message, /note.inside cannot be used .*\(ENOTDIR\); move it away/);
      return true;
    });
  });
});
