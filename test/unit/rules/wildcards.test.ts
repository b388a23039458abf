import assert from 'node:assert/strict';
import { matchesWildcards } from '../../../src/extension/hub/rules/wildcards';

describe('A pattern with wildcards', () => {
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
      assert.equal(matchesWildcards(glob, text), is);
    });
  }
});
