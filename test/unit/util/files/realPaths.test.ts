import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { RealPaths } from '../../../../src/extension/util/files/realPaths';

describe('Real paths', () => {
  let root = '';
  const at = (...parts: readonly string[]): string => path.join(root, ...parts);
  beforeEach(() => {
    root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'mc-real-')));
    mkdirSync(at('repo', 'src'), { recursive: true });
    writeFileSync(at('repo', 'src', 'a.ts'), '');
    symlinkSync(at('repo'), at('link'), 'dir');
    symlinkSync(at('repo', 'src', 'a.ts'), at('repo', 'alias.ts'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('contain no links, no matter how a file was named', async () => {
    const paths = new RealPaths();
    const file = at('repo', 'src', 'a.ts');
    const names = [
      file,
      at('link', 'src', 'a.ts'),
      at('repo', 'alias.ts'),
      at('link', 'alias.ts'),
      `${at('repo')}/./src/../src//a.ts`,
    ];
    for (const name of names) assert.equal(await paths.findRealPath(name), file, name);
  });

  it('of a missing file are resolved by its nearest existing folder', async () => {
    const paths = new RealPaths();
    assert.equal(await paths.findRealPath(at('link', 'gone.ts')), at('repo', 'gone.ts'));
    assert.equal(
      await paths.findRealPath(at('link', 'x', 'y', 'z.ts')),
      at('repo', 'x', 'y', 'z.ts'),
    );
    assert.equal(
      await paths.findRealPath(at('link', 'src', 'a.ts', 'b')),
      at('repo', 'src', 'a.ts', 'b'),
    );
  });

  it('of a link to a missing file are that file’s', async () => {
    rmSync(at('repo', 'src', 'a.ts'));
    assert.equal(
      await new RealPaths().findRealPath(at('link', 'alias.ts')),
      at('repo', 'src', 'a.ts'),
    );
    symlinkSync(at('two'), at('one'));
    symlinkSync(at('one'), at('two'));
    assert.equal(await new RealPaths().findRealPath(at('one', 'a.ts')), undefined);
  });

  it('are unknown for paths that this machine cannot resolve', async () => {
    const paths = new RealPaths();
    const foreign = ['/workspaces-of-no-one/shop/src/a.ts', '/usr/nobody-of-here/shop/a.ts'];
    for (const name of ['src/a.ts', '', `${root}/a\0b`, ...foreign])
      assert.equal(await paths.findRealPath(name), undefined, name);
  });

  it('resolve `~` to the home of this user', async () => {
    const home = realpathSync(os.homedir());
    assert.equal(
      await new RealPaths().findRealPath('~/nothing-here.ts'),
      path.join(home, 'nothing-here.ts'),
    );
  });

  it('are cached for a while, and resolved again after it', async () => {
    let [now, count] = [0, 0];
    const resolve = (file: string): Promise<string> => {
      count += 1;
      return Promise.resolve(file);
    };
    const paths = new RealPaths({ now: () => now, resolve });
    await Promise.all([paths.findRealPath('/a/b'), paths.findRealPath('/a/b')]);
    await paths.findRealPath('/a/b');
    assert.equal(count, 1);
    now = 31_000;
    await paths.findRealPath('/a/b');
    assert.equal(count, 2);
    for (let index = 0; index < 4_096; index += 1) await paths.findRealPath(`/f/${index}`);
    await paths.findRealPath('/f/4095');
    assert.equal(count, 2 + 4_096);
    await paths.findRealPath('/a/b');
    assert.equal(count, 2 + 4_096 + 1);
  });

  it('are unknown if the system does not answer', async () => {
    const paths = new RealPaths({ timeoutMs: 5, resolve: () => new Promise(() => undefined) });
    assert.equal(await paths.findRealPath('/server/a'), undefined);
  });
});
