import assert from 'node:assert/strict';
import { promptFault, promptProblem } from '../../../../src/shared/words/promptFault';

describe('A prompt', () => {
  it('can be typed unless it contains control characters or lone surrogates', () => {
    const text = 'say “hé”\r\n\tto \u{1F600} \u200B\u00A0\u202E\r';
    assert.equal(promptFault(text), undefined);
    assert.equal(promptProblem(text), undefined);
  });

  it('is rejected with the character that can’t be typed, and its position', () => {
    assert.deepEqual(promptFault('one\r\ntwo\rthree\n\u{1F600}b\u009Dx\u0000'), {
      character: 'U+009D',
      line: 4,
      place: 3,
    });
    for (const [text, character] of [
      ['\u001B[201~', 'U+001B'],
      ['\u0003', 'U+0003'],
      ['\u007F', 'U+007F'],
      ['\uD800', 'U+D800'],
    ] as const)
      assert.deepEqual(promptFault(text), { character, line: 1, place: 1 });
    assert.equal(
      promptProblem('a “b\u009D'),
      'Not sent: character 5 of line 1 is U+009D, which a terminal can’t take as text. Remove it or retype it.',
    );
  });
});
