import assert from 'node:assert/strict';
import {
  compileExpression,
  expressionFault,
  type ExpressionMatch,
} from '../../../src/extension/util/ruleExpression';

function match(pattern: string, text: string): ExpressionMatch | undefined {
  const compiled = compileExpression(pattern);
  assert.ok('match' in compiled, JSON.stringify(compiled));
  return compiled.match(text);
}

describe('The expression of a rule', () => {
  /** Patterns with a text, for comparison with JavaScript's own engine and its flag `m`. */
  const alike: readonly (readonly [pattern: string, text: string])[] = [
    [String.raw`\bfly deploy\b`, 'run fly deploy --now'],
    [String.raw`(?<url>https://\S+)`, 'at https://a.dev/x?y=1#z, then'],
    [String.raw`(?<a>\d+)(?:\.(?<b>\d+))?`, 'version 12 and 3.4'],
    ['^done$', 'not\ndone\nyet'],
    ['^a|b$', 'xx\nb'],
    ['[^]+', 'a\nb'],
    ['x[]|y', 'xy'],
    ['a{2,3}?', 'aaaa'],
    [String.raw`"path":"[^"]*/(?<name>[\w.-]+)"`, '{"path":"/a/b-c.md"}'],
    [String.raw`[\d-]+/[\]\\]`, '12-3/\\'],
    ['{x}', 'a {x} b'],
    [String.raw`\u00e4\x41`, 'äA'],
    ['(?<second>b)(?<first>c)', 'abc'],
    ['.*', 'first\nsecond'],
    ['a|ab', 'ab'],
    ['', 'abc'],
  ];

  for (const [pattern, text] of alike) {
    it(`finds what JavaScript finds: ${pattern}`, () => {
      const expected = new RegExp(pattern, 'm').exec(text);
      const found = match(pattern, text);
      assert.equal(found?.text, expected?.[0]);
      assert.deepEqual(Object.entries(found?.groups ?? {}), Object.entries(expected?.groups ?? {}));
    });
  }

  it('ignores case after (?i), and otherwise does not', () => {
    assert.equal(match('(?i)fly', 'FLY')?.text, 'FLY');
    assert.equal(match('fly', 'FLY'), undefined);
  });

  it('is refused for features that need more than linear time, but not for these characters as text', () => {
    const reasons = [
      '(?=a)',
      'a(?!b)',
      '(?<=a)b',
      '(?<!a)b',
      String.raw`(a)\1`,
      'a{400}b{400}',
      '(',
    ];
    assert.deepEqual(
      reasons.map((pattern) => expressionFault(pattern)?.reason),
      ['lookaround', 'lookaround', 'lookaround', 'lookaround', 'backreference', 'size', 'syntax'],
    );
    for (const pattern of ['[(?=]', String.raw`\(\?=`, String.raw`\\1`, '(?<name>a)', '[a{400}]'])
      assert.equal(expressionFault(pattern), undefined, pattern);
  });

  it('is matched in milliseconds even if backtracking would take hours', () => {
    const text = `${'a'.repeat(20_000)}!`;
    assert.equal(match('(a+)+$', text), undefined);
    assert.equal(match('(?:a|a)*(?:a|a)*b', text), undefined);
  });

  it('is refused if named groups make it slow; unnamed groups do not', () => {
    const named = Array.from({ length: 60 }, (_, index) => `(?<n${index}>a)*`).join('');
    assert.equal(expressionFault(named)?.reason, 'size');
    assert.equal(expressionFault('((a)|(b)|(.))*'.repeat(20)), undefined);
  });

  it('may have a parenthesis that is no group', () => {
    const texts = [String.raw`\((a)`, '[(](a)', '[[:alpha:](](a)', String.raw`\Q(\E(a)`];
    assert.deepEqual(
      texts.map((pattern) => match(pattern, '?:(a')?.text),
      ['(a', '(a', '(a', '(a'],
    );
    assert.equal(match('[(](a)', '?a'), undefined);
    assert.equal(match('[[:alpha:](](a)', '?a'), undefined);
  });

  it('differs from JavaScript only as docs/rules.md says', () => {
    assert.equal(match(String.raw`a\sb`, 'a\u00a0b'), undefined);
    assert.deepEqual({ ...match('(?:(?<a>a)|b)*', 'ab')?.groups }, { a: 'a' });
    assert.equal(match('^.$', '😀')?.text, '😀');
    assert.equal(match(String.raw`\p{L}+`, '1 Größe')?.text, 'Größe');
    assert.equal(match(String.raw`\Qa+\E\u{62}`, 'a+b')?.text, 'a+b');
    assert.equal(match('(?i)k', '\u212a')?.text, '\u212a');
  });
});
