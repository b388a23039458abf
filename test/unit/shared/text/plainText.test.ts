import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  plainLine,
  plainProse,
  plainText,
  plainTitle,
  shownLine,
  shownText,
  withoutControls,
} from '../../../../src/shared/text/plainText';
import { hostileText } from '../../../support/hostileText';
import { originalOf } from '../../../support/shownBack';

const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';

describe('plainText', () => {
  const same: readonly (readonly [name: string, text: string])[] = [
    ['ordinary text', 'Fix the login form'],
    ['line ends', 'a\nb\n\n\nc\n'],
    ['blanks around', '  a\n    b  '],
    ['right-to-left letters', 'إصلاح الخطأ'],
    ['joined emoji', family],
    ['emoji with a selector, and keys', '\u2764\uFE0F 1\uFE0F\u20E3'],
    ['joiners that letters need', '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645'],
    ['markup', '<img src=x onerror=alert(1)>'],
    ['angle brackets of a formula', '⟨ψ|φ⟩'],
  ];
  for (const [name, text] of same) {
    it(`keeps ${name}`, () => {
      assert.deepEqual(shownText(text), { text, whole: true, missing: 0 });
    });
  }

  const marked: readonly (readonly [name: string, text: string, expected: string])[] = [
    ['colours', '\u001B[1;31mred\u001B[0m', '⟨U+001B⟩[1;31mred⟨U+001B⟩[0m'],
    ['a window title', '\u001B]0;owned\u0007text', '⟨U+001B⟩]0;owned⟨U+0007⟩text'],
    ['what follows a C1 control', 'true \u009D;echo PWNED', 'true ⟨U+009D⟩;echo PWNED'],
    ['an 8-bit sequence', '\u009B31mred', '⟨U+009B⟩31mred'],
    ['controls', 'a\u0000b\u0008c\u007F', 'a⟨U+0000⟩b⟨U+0008⟩c⟨U+007F⟩'],
    ['carriage returns', 'true\r\nrm x\r', 'true⟨U+000D⟩\nrm x⟨U+000D⟩'],
    ['direction overrides', 'exe.\u202Etxt\u202C', 'exe.⟨U+202E⟩txt⟨U+202C⟩'],
    ['isolates', '\u2066a\u2069', '⟨U+2066⟩a⟨U+2069⟩'],
    ['invisible characters', 'pass\u200Bword\uFEFF', 'pass⟨U+200B⟩word⟨U+FEFF⟩'],
    ['joiners among Latin letters', 'cu\u200Crl\u200D', 'cu⟨U+200C⟩rl⟨U+200D⟩'],
    ['selectors among Latin letters', 'a\uFE0F1\uFE0F\u{E0101}', 'a⟨U+FE0F⟩1⟨U+FE0F⟩⟨U+E0101⟩'],
    ['tag characters', 'ls\u{E0072}\u{E006D}', 'ls⟨U+E0072⟩⟨U+E006D⟩'],
    ['soft hyphens', 'cu\u00ADrl', 'cu⟨U+00AD⟩rl'],
    ['fillers', '\u3164\u115F\uFFA0\u2800', '⟨U+3164⟩⟨U+115F⟩⟨U+FFA0⟩⟨U+2800⟩'],
    ['blanks that are none', 'rm\u00A0-rf\u3000/', 'rm⟨U+00A0⟩-rf⟨U+3000⟩/'],
    ['separators of lines', 'a\u2028b\u2029', 'a⟨U+2028⟩b⟨U+2029⟩'],
    ['half a character', 'a\uD800b', 'a⟨U+D800⟩b'],
    ['stacked marks', 'a' + '\u0301'.repeat(7), 'a⟨U+0301 × 7⟩'],
    [
      'each of several stacked marks',
      `a${'\u0301'.repeat(6)}\u0302\uFE0F`,
      `a${'⟨U+0301⟩'.repeat(6)}⟨U+0302⟩⟨U+FE0F⟩`,
    ],
    ['many of a kind', 'a\u200B\u200B\u200B\u200B', 'a⟨U+200B × 4⟩'],
    ['its own marks', '⟨U+009D⟩ ⟨8,100 blanks⟩', '⟨U+27E8⟩U+009D⟩ ⟨U+27E8⟩8,100 blanks⟩'],
    ['long runs of blanks', `a${' '.repeat(8100)}b`, 'a⟨8,100 blanks⟩b'],
    ['long runs of tabs', `a${'\t'.repeat(50)}b`, 'a⟨50 tabs⟩b'],
    ['empty lines', `a${'\n'.repeat(61)}b`, 'a\n⟨60 empty lines⟩\nb'],
  ];
  for (const [name, text, expected] of marked) {
    it(`marks ${name}`, () => {
      assert.deepEqual(shownText(text), { text: expected, whole: false, missing: 0 });
      assert.equal(originalOf(expected, false), text);
    });
  }

  // Guards the fast path for common text, which must not accept more than the full check.
  it('has a mark for every character that draws nothing, and for no usual one', () => {
    for (let code = 0; code < 0x3_0000; code += 1) {
      const character = String.fromCodePoint(code);
      const draws = !/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(character);
      const asItself = /[ \n\t]/.test(character) || draws;
      if (/\p{Extended_Pictographic}/u.test(character)) continue;
      assert.equal(shownText(`a${character}b`).whole, asItself, code.toString(16));
    }
  });

  it('says how many characters cannot be told', () => {
    const blanks = ' \t'.repeat(50);
    assert.deepEqual(shownText(`a${blanks}b`), {
      text: 'a⟨100 blanks and tabs⟩b',
      whole: false,
      missing: 100,
    });
    assert.deepEqual(shownText(`a${'\n '.repeat(9)}b`), {
      text: 'a\n⟨8 empty lines⟩\n b',
      whole: false,
      missing: 17,
    });
  });

  it('cuts in the middle, counts what it leaves out, and halves no character', () => {
    const text = `ab\u{1F600}${'x'.repeat(90)}\u{1F600}c`;
    assert.deepEqual(shownText(text, 4), {
      text: 'ab⟨94 more characters⟩c',
      whole: false,
      missing: 94,
    });
  });

  it('cuts no mark in two', () => {
    const shown = plainText('\u202E'.repeat(2) + 'x'.repeat(100) + '\u202E', 15);
    assert.equal(shown, '⟨U+202E⟩⟨102 more characters⟩');
  });

  it('shows what follows endless padding', () => {
    for (const padding of [' '.repeat(80_010), '\n'.repeat(80_010), '\u3164'.repeat(80_010)])
      assert.match(plainText(`npm test${padding};curl`, 200), /^npm test.*⟨.*;curl$/su);
  });

  it('leaves a text alone that is hardly longer than it may be', () => {
    assert.equal(plainText('x'.repeat(40), 20), 'x'.repeat(40));
  });

  // Scanning back at each sequence would take minutes and hit the test's timeout.
  it('reads a prompt of megabytes in one pass', () => {
    for (const part of ['\u001B[', '\u0301', '\n \t ', '⟨U+', '\r\n', '1\uFE0F'])
      assert.ok(plainText(part.repeat(200_000), Infinity).length > 10);
  });

  it('lets any text be written down again, or says that it cannot be', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 400 }), (text, length) => {
        for (const [show, isLine] of [
          [shownText, false],
          [shownLine, true],
        ] as const) {
          const { text: drawn, whole, missing } = show(text, length);
          assert.equal(whole, drawn === text);
          if (missing === 0) assert.equal(originalOf(drawn, isLine), text);
          else assert.match(drawn, /⟨\d/u);
          assert.doesNotMatch(drawn, undrawn);
          if (isLine) assert.doesNotMatch(drawn, /\n/);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

// The most important ranges that the implementation identifies by Unicode properties.
const undrawn =
  // eslint-disable-next-line no-control-regex -- control characters are the subject
  /[\u0000-\u0008\u000B-\u001F\u007F-\u00A0\u00AD\u061C\u115F\u1160\u200B\u200E\u200F\u2028-\u202F\u2060-\u206F\u2800\u3000\u3164\uFEFF\uFFA0]|[\u{E0000}-\u{E007F}]/u;

describe('plainLine', () => {
  it('puts everything on one line, and says where lines end', () => {
    assert.equal(plainLine('a\n\n\tthe   form '), 'a⏎⏎⇥the   form ');
    assert.equal(plainLine('\t\ta\t\t\tb'), '⇥⇥a⇥⇥⇥b');
    assert.equal(plainLine(`a${'\n'.repeat(61)}b`), 'a⏎⟨60 empty lines⟩⏎b');
    assert.equal(plainLine('a⏎b⇥'), 'a⟨U+23CE⟩b⟨U+21E5⟩');
  });
});

describe('plainProse', () => {
  it('is for reading: line ends of one kind, spaces of any width', () => {
    assert.equal(plainProse(' a\r\nb\u00A0!\n'), 'a\nb\u00A0!');
    assert.equal(plainProse('a\u009Db\u202Ec\r'), 'a⟨U+009D⟩b⟨U+202E⟩c');
    assert.equal(withoutControls('  a\r\n\u009D'), '  a\n⟨U+009D⟩');
  });
});

describe('plainTitle', () => {
  it('is one line, its white space folded', () => {
    assert.equal(plainTitle('  Fix\n\n\tthe   form '), 'Fix the form');
    assert.equal(plainTitle('a\u009Db'), 'a⟨U+009D⟩b');
  });

  it('is cut at its end', () => {
    assert.equal(plainTitle('abcdef', 3), 'abc…');
    assert.equal(plainTitle('ab\u{1F600}cd', 3), 'ab…');
    assert.equal(plainTitle(`Fix${' '.repeat(9_000)}it`, 30), 'Fix…');
    assert.equal(plainTitle(`Fix${' '.repeat(9_000)}`, 30), 'Fix');
  });
});
