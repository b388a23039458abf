import assert from 'node:assert/strict';
import { shownText } from '../../../../src/shared/text/plainText';
import {
  isUnambiguousText,
  fitsInSentence,
  isShownCompletely,
  hasRightToLeftLetters,
} from '../../../../src/shared/request/toldWhole';
import { aPendingRequest } from '../../../support/sessionBuilder';

const folder = '/home/dev/shop';
const isSentence = (toolInput: unknown, overrides = {}): boolean =>
  fitsInSentence(aPendingRequest({ toolInput, ...overrides }), folder, 240);

describe('A sentence tells a request whole', () => {
  it('where it is a plain command in the folder of the session', () => {
    assert.equal(isSentence({ command: 'npm test', description: 'Run it', timeout: 5 }), true);
    assert.equal(isSentence({ command: 'git commit -m "Grüße, ça va"' }), true);
    assert.equal(isSentence({ command: 'npm test' }, { cwd: folder }), true);
  });

  it('not where anything beside it counts', () => {
    assert.equal(isSentence({ command: 'npm test', run_in_background: true }), false);
    assert.equal(isSentence({ command: 'npm test' }, { cwd: '/' }), false);
    assert.equal(isSentence({ command: 'npm test' }, { whole: false }), false);
    assert.equal(isSentence({ command: 'npm test' }, { toolName: 'mcp__x__y' }), false);
    assert.equal(fitsInSentence(undefined, folder, 240), false);
    assert.equal(isSentence({ command: 'x'.repeat(241) }), false);
  });

  const mistakable: readonly (readonly [name: string, command: string])[] = [
    ['tag characters', 'ls\u{E0072}\u{E006D}'],
    ['fillers', 'ls \u3164'],
    ['soft hyphens', 'cu\u00ADrl x'],
    ['letters from right to left', 'rm \u05D0 \u05D1'],
    ['letters that look like others', '\u0441url x'],
    ['a dotless i, an f that is an s', 'g\u0131t \u017F'],
    ['blanks that are none', 'rm\u00A0x'],
    ['blanks that nobody counts', 'rm a  b'],
    ['blanks around', ' ls'],
    ['lines', 'ls\nrm x'],
    ['tabs', 'ls\tx'],
    ['a C1 control', 'true \u009D;x'],
    ['a mark of ours', '⟨U+009D⟩'],
    ['combining letters', 'e\u0301'],
    ['what a notification reads as a link', '[a](command:x)'],
  ];
  for (const [name, command] of mistakable) {
    it(`not where there are ${name}`, () => {
      assert.equal(isSentence({ command }), false);
      assert.equal(isUnambiguousText(command, 240), false);
    });
  }
});

describe('A request was told whole', () => {
  it('where it came whole, and nothing of what was shown is missing', () => {
    const all = [shownText('npm test \u009D'), shownText('x')];
    assert.equal(isShownCompletely(aPendingRequest(), all), true);
    assert.equal(isShownCompletely(aPendingRequest({ whole: false }), all), false);
    assert.equal(
      isShownCompletely(aPendingRequest(), [...all, shownText('x'.repeat(90), 10)]),
      false,
    );
  });
});

describe('Letters that reorder', () => {
  it('are those that are written from right to left', () => {
    for (const text of ['a \u05D0', '\u0627', '\u{10A00}', '\uFEB0'])
      assert.ok(hasRightToLeftLetters(text));
    for (const text of ['', 'npm test', 'Grüße', '一', '\u{1F600}'])
      assert.ok(!hasRightToLeftLetters(text));
  });
});
