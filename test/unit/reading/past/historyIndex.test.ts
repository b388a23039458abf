import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { Catalogue } from '../../../../src/extension/hub/reading/catalogue';
import { HistoryIndex, indexFile } from '../../../../src/extension/hub/reading/past/historyIndex';
import type { PastSession } from '../../../../src/extension/transcript/fold/transcriptEnds';
import { FileCache } from '../../../../src/extension/util/files/fileCache';
import { PrivateFolder } from '../../../../src/extension/util/files/privateFolder';
import { Slices } from '../../../../src/extension/util/thread/slices';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { TranscriptFile } from '../../../support/hub/transcriptFile';
import { needs } from '../../../support/skip';
import { claudeHomes } from '../../../support/agents/claudeHomes';

const day = 86_400_000;
const newest = Date.UTC(2026, 2, 20, 12);

describe('The index of past sessions', () => {
  let home = '';
  let catalogue: Catalogue;
  let index: HistoryIndex;
  const open = (): void => {
    const parts = { homes: claudeHomes(path.join(home, 'projects')), slices: new Slices() };
    catalogue = new Catalogue({ ...parts, emit: ({ type }) => assert.equal(type, 'recent') });
    index = new HistoryIndex(parts.homes, catalogue, assert.fail);
  };
  beforeEach(async () => {
    home = await tempHome();
    open();
  });
  afterEach(() => removeHome(home));

  async function session(
    id: string,
    daysAgo: number,
    prompt: string,
    { cwd = '/home/dev/shop', gitBranch = 'main' } = {},
  ): Promise<TranscriptFile> {
    const folder = cwd.replaceAll(/[^A-Za-z0-9]/g, '-');
    const file = path.join(home, 'projects', folder, `${id}.jsonl`);
    const transcript = new TranscriptFile(id, file, newest - daysAgo * day);
    await transcript.write(transcript.prompt(prompt, { cwd, gitBranch }));
    return transcript;
  }
  /** Resolves with true if anything is new or changed. */
  async function refresh(): Promise<boolean> {
    await catalogue.refresh();
    index.hasChanged = false;
    for (const _ of index.readNew());
    return index.hasChanged;
  }
  const found = (query: string, limit = 10): readonly string[] =>
    index.search(query, limit).sessions.map(({ sessionId }) => sessionId);

  it('has everything, the latest first, without a query', async () => {
    await session('a', 3, 'Oldest');
    await session('b', 1, 'Newest');
    await session('c', 2, 'Between');
    await refresh();
    assert.deepEqual(found(''), ['b', 'c', 'a']);
    assert.deepEqual([found('', 2), index.search('', 2).total], [['b', 'c'], 3]);
  });

  it('finds by title, prompts, project, branch and id, all words', async () => {
    await session('aaaa1111', 3, 'Add the login page', { gitBranch: 'feature/size-guide' });
    await session('bbbb2222', 2, 'Repair the parser', { cwd: '/home/dev/größe' });
    const c = await session('cccc3333', 1, 'Look at the parser');
    await c.write(c.answer('Good'), c.prompt('and deploy the Service'));
    await refresh();
    assert.deepEqual(found('LOGIN'), ['aaaa1111']);
    assert.deepEqual(found('size guide'), ['aaaa1111']);
    assert.deepEqual(found('grosse parser'), []);
    assert.deepEqual(found('große parser'), ['bbbb2222']);
    assert.deepEqual(found('service'), ['cccc3333']);
    assert.deepEqual(found('bbbb2222'), ['bbbb2222']);
    assert.deepEqual(found('parser nothing'), []);
  });

  it('ranks a title over a prompt over the rest, then the latest first', async () => {
    await session('branch', 0, 'Something', { gitBranch: 'deploy' });
    const prompt = await session('prompt', 1, 'Something');
    await prompt.write(prompt.prompt('then deploy'));
    await session('older', 9, 'Deploy it');
    await session('newer', 2, 'Deploy it');
    await refresh();
    assert.deepEqual(found('deploy'), ['newer', 'older', 'prompt', 'branch']);
  });

  it('looks into folders of a path only when a path is asked for', async () => {
    await session('a', 1, 'Anything', { cwd: '/home/dev/work/shop' });
    await refresh();
    assert.deepEqual(found('work'), []);
    assert.deepEqual(found('work/shop'), ['a']);
  });

  it('reads again what has changed, and nothing else', async () => {
    const a = await session('a', 2, 'First');
    await session('b', 1, 'Second');
    assert.equal(await refresh(), true);
    assert.equal(await refresh(), false);
    await a.write({ type: 'custom-title', customTitle: 'Renamed', sessionId: 'a' });
    assert.equal(await refresh(), true);
    assert.deepEqual(found('renamed'), ['a']);
    await fs.rm(a.file);
    assert.equal(await refresh(), true);
    assert.deepEqual(found(''), ['b']);
  });

  it('has a session once that lies in two folders, as the newer file has it', async () => {
    const old = await session('a', 2, 'Before it moved');
    await session('a', 1, 'After it moved', { cwd: '/home/dev/shop/tree' });
    await fs.utimes(old.file, 0, 0);
    await refresh();
    assert.deepEqual(
      index.search('', 9).sessions.map(({ title }) => title),
      ['After it moved'],
    );
  });

  it('leaves out subagents, files in which nobody spoke, and links that lead outside', async function () {
    needs(this, 'links');
    await session('a', 1, 'Real');
    const folder = path.join(home, 'projects', '-home-dev-shop');
    const agent = new TranscriptFile('a', path.join(folder, 'a', 'subagents', 'agent-x.jsonl'));
    await agent.write(agent.prompt('Of a subagent'));
    await fs.writeFile(path.join(folder, 'empty.jsonl'), '');
    await fs.writeFile(path.join(home, 'outside.jsonl'), await fs.readFile(agent.file));
    await fs.symlink(path.join(home, 'outside.jsonl'), path.join(folder, 'linked.jsonl'));
    await refresh();
    assert.deepEqual(found(''), ['a']);
  });

  describe('kept over restarts', () => {
    let file: FileCache<PastSession>;
    const restart = async (): Promise<boolean> => {
      open();
      index.restore(await file.load().catch(() => new Map()));
      return refresh();
    };
    beforeEach(async () => {
      file = new FileCache(new PrivateFolder(path.join(home, 'cache')), new Slices(), indexFile);
      await session('a', 1, 'Kept “as” it is\u2028 \u{1F680}');
      await refresh();
      await file.save(index.entriesToStore);
    });

    it('reads nothing again', async () => {
      const before = index.search('', 9);
      assert.equal(await restart(), false);
      assert.deepEqual(index.search('', 9), before);
    });

    it('forgets what is gone', async () => {
      await fs.rm(path.join(home, 'projects', '-home-dev-shop'), { recursive: true });
      assert.equal(await restart(), true);
      assert.deepEqual(found(''), []);
    });

    for (const [title, harm] of [
      ['broken', (text: string) => text.slice(0, text.length / 2)],
      ['of another version', (text: string) => text.replace('{"version":', '{"version":9')],
      ['something else', () => 'null\n42\n{"sessionId":7}\n'],
      ['of the right version with wrong lines', (text: string) => `${text}{"sessionId":7}\nnull\n`],
    ] as const) {
      it(`is the same after all where the file is ${title}`, async () => {
        const name = path.join(home, 'cache', 'sessions.jsonl');
        await fs.writeFile(name, harm(await fs.readFile(name, 'utf8')));
        await restart();
        assert.deepEqual(found(''), ['a']);
      });
    }

    it('is for this user’s eyes alone', async function () {
      needs(this, 'modes');
      const { mode } = await fs.stat(path.join(home, 'cache', 'sessions.jsonl'));
      assert.equal(mode & 0o077, 0);
    });
  });
});
