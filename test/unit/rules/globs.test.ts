import assert from 'node:assert/strict';
import { matchesGlob, matchesProject } from '../../../src/extension/hub/rules/globs';

describe('A glob', () => {
  for (const [glob, text, is] of [
    ['shop', 'shop', true],
    ['shop', 'shops', false],
    ['', '', true],
    ['*', '', true],
    ['*', 'anything', true],
    ['a*', 'abc', true],
    ['*c', 'abc', true],
    ['a*c', 'abc', true],
    ['a*b*c', 'aXbYc', true],
    ['a*b*c', 'acb', false],
    ['ab*ba', 'aba', false],
    ['a.c', 'abc', false],
    ['mcp__*__get', 'mcp__x__get', true],
  ] as const) {
    it(`${JSON.stringify(glob)} ${is ? 'is' : 'is not'} of the form of ${JSON.stringify(text)}`, () => {
      assert.equal(matchesGlob(glob, text), is);
    });
  }

  it('is for a project’s name, or its path where it has a slash', () => {
    const project = { path: String.raw`C:\Users\dev\work\shop`, name: 'shop' };
    const home = String.raw`C:\Users\dev`;
    const matches = (glob: string): boolean => matchesProject(glob, project, home);
    assert.ok(matches('shop') && matches('s*') && matches('~/work/*') && matches('~\\work\\shop'));
    assert.ok(!matches('dev') && !matches('work/shop') && !matches('~') && !matches('~/wor'));
  });
});
