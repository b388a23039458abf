import assert from 'node:assert/strict';
import { plainSteps } from '../../../../src/shared/request/plainCommand';

const textsOf = (command: string) =>
  plainSteps(command)?.map(({ words }) => words.map(({ text }) => text));

describe('The steps of a plain command', () => {
  it('are its words without quotes', () => {
    assert.deepEqual(textsOf('npm test'), [['npm', 'test']]);
    assert.deepEqual(textsOf(`grep -n "it's" 'a "b" $c' x=y --e="f g"`), [
      ['grep', '-n', "it's", 'a "b" $c', 'x=y', '--e=f g'],
    ]);
    assert.deepEqual(textsOf('./gradlew :app:test'), [['./gradlew', ':app:test']]);
  });

  it('are separated by operators, with or without blanks', () => {
    const four = [['a'], ['b', 'c'], ['d'], ['e']];
    assert.deepEqual(textsOf('a && b c || d | e'), four);
    assert.deepEqual(textsOf('a&&b c;d|e'), four);
  });

  it('do not include the redirection of errors into the output', () => {
    assert.deepEqual(textsOf('npm test 2>&1 | tail -20'), [
      ['npm', 'test'],
      ['tail', '-20'],
    ]);
    assert.deepEqual(textsOf('npm test 2>&1'), [['npm', 'test']]);
    assert.equal(plainSteps('npm test 2>&1')?.[0]?.text, 'npm test');
  });

  it('record which words are written without quotes', () => {
    const [step] = plainSteps(`npm "test" --x='y'`) ?? [];
    assert.deepEqual(
      step?.words.map(({ isBare }) => isBare),
      [true, false, false],
    );
  });

  const others: Readonly<Record<string, readonly string[]>> = {
    'a substitution': ['a $(b)', 'a `b`', 'a "$(b)"', 'a "`b`"', 'a <(b)', 'a >(b)', 'a $((1))'],
    'a variable': ['a $B', 'a ${B}', 'a "$B"', "a $'b'", 'a $"b"'],
    'a redirection to or from a file': [
      'a > b',
      'a>b',
      'a >> b',
      'a < b',
      'a 2> b',
      'a &> b',
      'a >| b',
      'a <<< b',
      'a << b',
      'a 2>&1b',
      'a2>&1',
      '2>&1 a',
      'a 2>&1>b',
      'a 2>&1&',
      'a >&2',
    ],
    'something in the background': ['a &', 'a & b', 'a&b', 'a |& b', 'a &&& b', 'a 2>&1 &'],
    'an assignment': ['A=b c', 'A=b', 'c && A=b d', 'A+=b c'],
    'another line, a tab or padding': [
      'a\nb',
      'a\rb',
      'a\tb',
      'a  b',
      ' a',
      'a ',
      'a\u00a0b',
      'a\u2028b',
    ],
    'a pattern or a home folder': [
      'a *',
      'a b?',
      'a [b]',
      'a {b,c}',
      'a ~/b',
      'a ^b',
      '* a',
      'l? a',
    ],
    'an escape, a comment or history': ['a \\b', 'a "b\\c"', 'a # b', 'a !b', 'a "!b"', '\\a b'],
    'an open or an empty part': [
      '',
      "a 'b",
      'a "b',
      'a;',
      'a &&',
      '&& a',
      'a ;; b',
      'a | | b',
      '; a',
      'a |',
    ],
    'a group, a function or a word of the shell': [
      '(a)',
      '{ a; }',
      'a() { b; }',
      'if a; then b; fi',
      'for x in y; do z; done',
      'time a',
      '! a',
      '[ a ]',
      '[[ a ]]',
    ],
    'a program that is not named plainly': [
      `"npm" test`,
      `n'p'm test`,
      '. a',
      '.. a',
      '-a b',
      '%1',
      '=a',
      ':',
      '1a',
      'a/../$b',
      'a =ls',
      '@a',
    ],
    'a letter that can be mistaken': ['nрm test', 'a\u200bb', 'npm te\u0455t', 'a\u202eb'],
  };
  for (const [what, commands] of Object.entries(others)) {
    it(`are unknown for a command with ${what}`, () => {
      for (const command of commands) assert.equal(plainSteps(command), undefined, command);
    });
  }

  it('are unknown for a command that is too long to read', () => {
    assert.equal(plainSteps(`a ${'b'.repeat(2_000)}`), undefined);
  });
});
