import assert from 'node:assert/strict';
import { matchesGlob, withHome } from '../../../../src/shared/text/pathGlob';

describe('A glob of projects', () => {
  const rows: readonly (readonly [string, string, boolean])[] = [
    ['/home/me/novel', '/home/me/novel', true],
    ['/home/me/novel', '/home/me/novel/', true],
    ['/home/me/novel', '/home/me/*', true],
    ['/home/me/novel/one', '/home/me/*', false],
    ['/home/me/novel/one', '/home/me/**', true],
    ['/home/me', '/home/me/**', true],
    ['/home/me/novel', '**/novel', true],
    ['/home/me/novel', '**/nov?l/**', true],
    ['/home/me/novel', 'novel', true],
    ['/home/me/novel', 'no*', true],
    ['/home/me/novel', 'me', false],
    ['/home/me/novel', '**', true],
    ['/home/me/novel', '', false],
    ['', '**/a', false],
    ['/a/b/a/b/c', '/**/a/*/c', true],
    ['/a/b/a/d', '/**/a/*/c', false],
    ['C:\\Users\\Me\\Novel', '**/users/me/*', true],
    ['/Home/novel', '/home/*', false],
    ['/home/a.b', '/home/a?b', true],
    ['/home/axb', '/home/a.b', false],
  ];
  for (const [path, glob, expected] of rows) {
    it(`${JSON.stringify(glob)} ${expected ? 'matches' : 'does not match'} ${JSON.stringify(path)}`, () => {
      assert.equal(matchesGlob(path, glob), expected);
    });
  }

  it('with many stars is matched in linear time', () => {
    assert.equal(matchesGlob(`/${'a'.repeat(4_000)}`, `/${'*a'.repeat(200)}b`), false);
    assert.equal(matchesGlob('/a'.repeat(2_000), `${'**/a/'.repeat(100)}b`), false);
  });

  it('expands a tilde to the home folder only at its beginning', () => {
    const home = String.raw`C:\Users\dev`;
    const project = String.raw`C:\Users\dev\work\shop`;
    for (const glob of ['~/work/*', String.raw`~\work\shop`, '~/**', 'shop', 's*']) {
      assert.ok(matchesGlob(project, withHome(glob, home)), glob);
    }
    for (const glob of ['dev', 'work/shop', '~', '~/wor', '~/*']) {
      assert.ok(!matchesGlob(project, withHome(glob, home)), glob);
    }
    assert.equal(withHome('~user/x', home), '~user/x');
  });
});
