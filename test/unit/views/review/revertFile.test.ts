import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { planRevert, findUnchangedFile } from '../../../../src/extension/views/review/revertFile';
import type { Review, ReviewFile } from '../../../../src/shared/protocol/work/review';
import { until } from '../../../support/until';

describe('Reverting a file of a review', () => {
  let folder = '';
  beforeEach(() => (folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'mc-revert-')))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const at = (name: string): string => path.join(folder, name);
  const read = (name: string): string => readFileSync(at(name), 'utf8');
  const revert = (part: Partial<ReviewFile>, before = 'old\r\n') => {
    const file: ReviewFile = {
      path: at('a.ts'),
      name: 'a.ts',
      kind: 'changed',
      against: 'commit',
      ...part,
    };
    return planRevert(file, { scope: 'turn', commit: '0123456789' }, () => Promise.resolve(before));
  };

  it('brings back what it was, byte by byte, and what the revert replaced', async () => {
    writeFileSync(at('a.ts'), 'new');
    const undo = await (await revert({})).run();
    assert.equal(read('a.ts'), 'old\r\n');
    await undo();
    assert.equal(read('a.ts'), 'new');
  });

  it('says what it goes back to', async () => {
    writeFileSync(at('a.ts'), 'new');
    assert.match(
      (await revert({})).detail,
      /to commit 0123456, from before the last turn\. What wasn’t committed then goes, too\./,
    );
    assert.match((await revert({ against: 'history' })).detail, /before the last turn\.$/);
    const made = { kind: 'new', against: 'history' } as const;
    assert.match((await revert(made)).detail, /The session made this file/);
    // A file that every edit replaces looks new, even if a person created it.
    assert.match((await revert({ kind: 'new' })).detail, /No commit has this file: it is deleted/);
  });

  it('deletes what the session made, and makes again what it deleted', async () => {
    writeFileSync(at('a.ts'), 'new');
    const undo = await (await revert({ kind: 'new' })).run();
    assert.ok(!existsSync(at('a.ts')));
    await undo();
    assert.equal(read('a.ts'), 'new');
    rmSync(at('a.ts'));
    await (await revert({ kind: 'deleted' })).run();
    assert.equal(read('a.ts'), 'old\r\n');
  });

  it('renames back', async () => {
    writeFileSync(at('a.ts'), 'new');
    const undo = await (await revert({ kind: 'renamed', from: at('b.ts') })).run();
    assert.ok(!existsSync(at('a.ts')));
    assert.equal(read('b.ts'), 'old\r\n');
    await undo();
    assert.equal(read('a.ts'), 'new');
    assert.ok(!existsSync(at('b.ts')));
  });

  it('writes nothing over what changed while the question was open, or since the revert', async () => {
    writeFileSync(at('a.ts'), 'new');
    const asked = await revert({});
    writeFileSync(at('a.ts'), 'newer');
    await assert.rejects(asked.run(), /changed in the meantime/);
    assert.equal(read('a.ts'), 'newer');
    const undo = await (await revert({})).run();
    writeFileSync(at('a.ts'), 'newest');
    await assert.rejects(undo(), /changed in the meantime/);
    assert.equal(read('a.ts'), 'newest');
  });

  for (const kind of ['changed', 'new'] as const) {
    it(`loses nothing that is written into a ${kind} file at the last moment`, async () => {
      for (let times = 0; times < 20; times += 1) {
        rmSync(folder, { recursive: true });
        mkdirSync(folder);
        writeFileSync(at('a.ts'), 'new');
        const one = await revert({ kind });
        let isWritten = false;
        // The revert first creates a temporary file in the same folder.
        const watcher = watch(folder, () => {
          if (isWritten) return;
          isWritten = true;
          writeFileSync(at('a.ts'), 'typed by somebody');
        });
        await one.run().catch((error: unknown) => error);
        await until(
          () => isWritten,
          (done) => assert.ok(done),
        );
        watcher.close();
        assert.equal(read('a.ts'), 'typed by somebody');
      }
    });
  }

  it('leaves nothing beside the file', async () => {
    writeFileSync(at('a.ts'), 'new');
    const undo = await (await revert({})).run();
    assert.deepEqual(readdirSync(folder), ['a.ts']);
    await undo();
    assert.deepEqual(readdirSync(folder), ['a.ts']);
  });

  it('is refused where the review that is seen is not the present one any more', () => {
    const one: ReviewFile = { path: at('a.ts'), name: 'a.ts', kind: 'changed', against: 'commit' };
    const seen: Review = {
      scope: 'turn',
      commit: 'c1',
      since: '2026-11-25T10:00:00.000Z',
      files: [one],
      more: 0,
      message: '',
    };
    const others = [{ sessionId: 'two', title: 'Another' }];
    const now = { ...seen, files: [{ ...one, others }] };
    assert.deepEqual(findUnchangedFile(seen, now, one).others, others);
    for (const other of [
      { ...seen, since: '2026-11-25T11:00:00.000Z' },
      { ...seen, commit: 'c2' },
      { ...seen, files: [] },
      { ...seen, files: [{ ...one, kind: 'new' as const }] },
      { ...seen, files: [{ ...one, against: 'history' as const }] },
    ])
      assert.throws(() => findUnchangedFile(seen, other, one), /Open Review Changes again/);
  });

  it('is refused where what it was is not known for certain', async () => {
    writeFileSync(at('a.ts'), 'new');
    await assert.rejects(revert({ against: 'nothing' }), /isn’t known well enough/);
    await assert.rejects(revert({ unreadable: 'binary' }), /isn’t known well enough/);
    // The stored content of a filtered file, such as an LFS pointer, is not the file's own content.
    await assert.rejects(revert({ filtered: true }), /isn’t known well enough/);
    await assert.rejects(revert({}, 'caf\uFFFD'), /UTF-8/);
    assert.equal(read('a.ts'), 'new');
  });

  it('writes nothing through a folder that became a link since the review', async function () {
    if (process.platform === 'win32') this.skip();
    for (const name of ['src', 'elsewhere']) {
      mkdirSync(at(name));
      writeFileSync(at(`${name}/a.ts`), 'new');
    }
    const file = { path: at('src/a.ts') };
    const asked = await revert(file);
    renameSync(at('src'), at('moved'));
    symlinkSync(at('elsewhere'), at('src'));
    await assert.rejects(asked.run(), /leads to another place/);
    await assert.rejects(revert(file), /leads to another place/);
    assert.equal(read('elsewhere/a.ts'), 'new');
    rmSync(at('elsewhere'), { recursive: true });
    await assert.rejects(revert({ ...file, kind: 'deleted' }), /leads to another place/);
  });

  it('keeps the mode, and leaves the file whole where its folder takes no other', async function () {
    if (process.platform === 'win32') this.skip();
    writeFileSync(at('a.ts'), 'new');
    chmodSync(at('a.ts'), 0o775);
    await (await revert({})).run();
    assert.equal(statSync(at('a.ts')).mode & 0o777, 0o775);
    assert.deepEqual(readdirSync(folder), ['a.ts']);
    rmSync(at('a.ts'));
    const undo = await (await revert({ kind: 'deleted', executable: true })).run();
    assert.equal(statSync(at('a.ts')).mode & 0o777, 0o755);
    await undo();
    assert.ok(!existsSync(at('a.ts')));
    writeFileSync(at('a.ts'), 'new');
    if (process.getuid?.() === 0) return; // Root can access every folder.
    chmodSync(folder, 0o500);
    writeFileSync(at('a.ts'), 'newer');
    try {
      await assert.rejects((await revert({})).run());
      assert.equal(read('a.ts'), 'newer');
    } finally {
      chmodSync(folder, 0o700);
    }
  });
});
