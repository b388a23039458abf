import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { mock } from 'node:test';
import { Catalogue } from '../../../src/extension/hub/reading/catalogue';
import type { ReadingNews } from '../../../src/extension/hub/reading/messages';
import { Slices } from '../../../src/extension/util/thread/slices';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { claudeHomes } from '../../support/agents/claudeHomes';

describe('The catalogue of transcripts', () => {
  let home = '';
  let folder = '';
  let news: ReadingNews[] = [];
  let slices: Slices;
  let catalogue: Catalogue;
  beforeEach(async () => {
    home = await tempHome();
    folder = path.join(home, 'projects', '-w');
    await fs.mkdir(folder, { recursive: true });
    news = [];
    slices = new Slices();
    const parts = { homes: claudeHomes(path.join(home, 'projects')), slices };
    catalogue = new Catalogue({ ...parts, emit: (one) => void news.push(one) });
  });
  afterEach(() => removeHome(home));

  async function write(name: string, secondsAgo: number): Promise<string> {
    const file = path.join(folder, `${name}.jsonl`);
    await fs.appendFile(file, '{}\n');
    const at = Date.now() / 1000 - secondsAgo;
    await fs.utimes(file, at, at);
    return file;
  }
  const ids = (): readonly string[] => catalogue.files.map(({ kind }) => kind.sessionId);

  it('lists all transcripts, the newest first, and finds each by its path', async () => {
    await write('old', 9);
    const file = await write('new', 1);
    await write('between', 5);
    assert.equal(await catalogue.refresh(), catalogue.files);
    assert.deepEqual(ids(), ['new', 'between', 'old']);
    assert.equal(catalogue.get(file), catalogue.files[0]);
  });

  it('stays the same list while no file changes, and keeps the unchanged files of another one', async () => {
    await write('a', 1);
    const changed = await write('b', 5);
    const before = await catalogue.refresh();
    assert.equal(await catalogue.refresh(), before);
    await fs.appendFile(changed, '{}\n');
    const after = await catalogue.refresh();
    assert.notEqual(after, before);
    assert.deepEqual(ids(), ['b', 'a']);
    assert.equal(after[1], before[0]);
    await fs.rm(changed);
    await catalogue.refresh();
    assert.deepEqual([ids(), catalogue.get(changed)], [['a'], undefined]);
  });

  it('walks once more for all who ask during a walk', async () => {
    const walk = mock.method(slices, 'run');
    await Promise.all([catalogue.refresh(), catalogue.refresh(), catalogue.refresh()]);
    assert.equal(walk.mock.callCount(), 2);
  });

  it('tells which sessions were active last only where these are others', async () => {
    await write('a', 1);
    await catalogue.refresh();
    await catalogue.refresh();
    assert.deepEqual(
      news.map(({ type }) => type),
      ['recent'],
    );
  });
});
