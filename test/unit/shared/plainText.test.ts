import assert from 'node:assert/strict';
import { plainLine, plainText } from '../../../src/shared/plainText';

describe('plainText', () => {
  const cases: readonly (readonly [name: string, text: string, expected: string])[] = [
    ['keeps ordinary text', 'Fix the login form', 'Fix the login form'],
    ['keeps line ends, one kind', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['drops colours', '\u001B[1;31mred\u001B[0m', 'red'],
    ['drops a window title', '\u001B]0;owned\u0007text', 'text'],
    ['drops a terminal link, keeps its text', '\u001B]8;;http://x\u001B\\y\u001B]8;;\u001B\\', 'y'],
    ['drops an unfinished sequence', 'text\u001B[', 'text'],
    ['drops 8-bit sequences', '\u009B31mred', 'red'],
    ['drops controls', 'a\u0000b\u0008c\u007F', 'abc'],
    ['drops direction overrides', 'exe.\u202Etxt\u202C', 'exe.txt'],
    ['drops isolates and marks', '\u2066a\u2069\u200F\u200Eb', 'ab'],
    ['drops invisible characters', 'pass\u200Bword\uFEFF', 'password'],
    ['keeps right-to-left letters', 'إصلاح الخطأ', 'إصلاح الخطأ'],
    [
      'keeps joined emoji',
      '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
      '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
    ],
    ['keeps markup as text', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ];
  for (const [name, text, expected] of cases) {
    it(name, () => assert.equal(plainText(text), expected));
  }

  it('cuts long text without halving a character', () => {
    assert.equal(plainText('ab\u{1F600}cd', 3), 'ab…');
    assert.equal(plainText('abcdef', 3), 'abc…');
  });

  // One look back per sequence would take minutes and run into the test's time limit.
  it('reads a prompt of megabytes in one pass', () => {
    assert.equal(plainText('\u001B['.repeat(2_000_000), 10).length <= 11, true);
  });
});

describe('plainLine', () => {
  it('puts everything on one line', () => {
    assert.equal(plainLine('  Fix\n\n\tthe   form '), 'Fix the form');
  });
});
