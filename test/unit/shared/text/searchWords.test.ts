import assert from 'node:assert/strict';
import { matchScore, maxQueryLength, searchWords } from '../../../../src/shared/text/searchWords';

function isIn(text: string, query: string): boolean {
  return searchWords(query).every(({ pattern }) => pattern.test(text));
}

describe('The words of a search', () => {
  const cases: readonly (readonly [query: string, text: string, found: boolean])[] = [
    ['login', 'Fix the LOGIN page', true],
    ['LOGIN', 'fix the login page', true],
    ['log', 'fix the login page', true],
    ['page fix', 'fix the login page', true],
    ['page missing', 'fix the login page', false],
    ['resume', 'the Résumé parser', true],
    ['résumé', 'the resume parser', true],
    ['grosse', 'die Größe', false],
    ['groß', 'die GROß', true],
    ['größe', 'gro\u0308ße', true],
    ['grö', 'gro\u0308ße', true],
    ['gro\u0308', 'größe', true],
    ['istanbul', 'İstanbul', true],
    ['ΔΈΛΤΑ', 'δελτα', true],
    ['Ёлка', 'елка', true],
    ['確認', '設定を確認する', true],
    ['हिन्दी', 'यह हिन्दी है', true],
    ['한국', '한국어', true],
    ['tiếng', 'Tiếng Việt', true],
    ['tieng viet', 'Tiếng Việt', true],
    ['🚀', 'ship it 🚀 now', true],
    ['🚀', 'ship it 🚂 now', false],
    ['a.c', 'abc', false],
    ['(x|y)*', 'call (x|y)* here', true],
    ['C:\\code', 'in C:\\Code\\shop', true],
    ['[a-z]', 'the class [A-Z]', true],
    ['$(rm)', 'ran $(rm)', true],
  ];
  for (const [query, text, found] of cases) {
    it(`${query} ${found ? 'is' : 'is not'} in ${text}`, () => {
      assert.equal(isIn(text, query), found);
    });
  }

  it('are separated by any white space, and duplicates are ignored', () => {
    assert.equal(searchWords(' fix\t the\n\u00A0fix  FIX ').length, 2);
    assert.equal(searchWords('   ').length, 0);
    assert.equal(searchWords('\u0301').length, 0);
  });

  it('are limited in number and length', () => {
    const endless = Array.from({ length: 10_000 }, (_, index) => `w${index}`).join(' ');
    assert.equal(searchWords(endless).length, 10);
    const [word] = searchWords('x'.repeat(100_000));
    assert.equal(word?.letters.length, maxQueryLength);
  });
});

describe('The score of a match', () => {
  const score = (query: string, title: string, prompt: string): number | undefined =>
    matchScore(searchWords(query), [
      { text: title, weight: 8 },
      { text: prompt, weight: 4 },
    ]);

  it('is zero unless each word is in one of the fields', () => {
    assert.ok(score('login token', 'fix login', 'the token expires'));
    assert.equal(score('login cookie', 'fix login', 'the token expires'), undefined);
  });

  it('is higher in a field with more weight and at the beginning of a word', () => {
    const [title, prompt, inside] = [
      score('log', 'fix login', ''),
      score('log', '', 'fix login'),
      score('log', 'fix catalog', ''),
    ];
    assert.ok((title ?? 0) > (inside ?? 0) && (inside ?? 0) > (prompt ?? 0));
  });
});
