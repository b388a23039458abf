import assert from 'node:assert/strict';
import { foldText } from '../../../../src/shared/request/fold';

const size = { beginning: 3, end: 2 };
const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`);

describe('A long text', () => {
  it('is shown in full while it is short', () => {
    assert.equal(foldText('', size), undefined);
    assert.equal(foldText('one line', size), undefined);
    assert.equal(foldText(lines(8).join('\n'), size), undefined);
    assert.equal(foldText('x'.repeat(8 * 80), size), undefined);
  });

  it('is folded into its beginning, its end and the number of lines between', () => {
    const text = lines(20).join('\n');
    const fold = foldText(text, size);
    assert.equal(fold?.beginning, 'line 1\nline 2\nline 3');
    assert.equal(fold.end, 'line 19\nline 20');
    assert.equal(fold.lines, 15);
  });

  it('counts empty lines at any position', () => {
    const fold = foldText(`ls${'\n'.repeat(60)}rm -rf /`, size);
    assert.deepEqual(fold, { beginning: 'ls\n\n', end: '\nrm -rf /', lines: 56, characters: 57 });
  });

  it('counts the characters within one long line', () => {
    const text = `${'a'.repeat(240)}${'b'.repeat(1_000)}${'c'.repeat(160)}`;
    assert.deepEqual(foldText(text, size), {
      beginning: 'a'.repeat(240),
      end: 'c'.repeat(160),
      lines: 0,
      characters: 1_000,
    });
  });

  it('equals its three parts put together', () => {
    for (const text of [
      lines(100).join('\n'),
      '\n'.repeat(500),
      '😀'.repeat(900),
      `${'x'.repeat(79)}😀\n`.repeat(40),
      `a\n${'b'.repeat(5_000)}\nc`,
    ]) {
      const fold = foldText(text, size);
      assert.ok(fold, text);
      const hidden = text.length - fold.beginning.length - fold.end.length;
      assert.equal(fold.characters, hidden);
      assert.ok(text.startsWith(fold.beginning) && text.endsWith(fold.end));
      assert.doesNotThrow(() => encodeURIComponent(`${fold.beginning} ${fold.end}`));
    }
  });
});
