import assert from 'node:assert/strict';
import type { EditSurroundings } from '../../../../src/shared/protocol/control';
import { editChange } from '../../../../src/webview/diff/editChange';

/** Shown lines of a change, with numbers and signs. */
function shown(removed: string, added: string, surroundings?: EditSurroundings): string[] {
  return editChange(removed, added, surroundings).lines.map(
    ({ sign, oldLine, newLine, parts }) =>
      `${newLine ?? oldLine ?? ''}${sign}${parts.map(({ text }) => text).join('')}`,
  );
}

describe('The lines of an edit', () => {
  it('have no numbers and no surrounding lines if the file is unknown', () => {
    assert.deepEqual(shown('a\nb', 'a\nc'), [' a', '-b', '+c']);
    assert.equal(editChange('a', 'b', undefined).isNumbered, false);
  });

  it('are shown among the lines of the file, with its line numbers', () => {
    const around = { line: 8, before: 'x\ny\nz\n', after: '\np\nq\nr' };
    assert.deepEqual(shown('a\nb', 'c', around), [
      '8 x',
      '9 y',
      '10 z',
      '11-a',
      '12-b',
      '11+c',
      '12 p',
      '13 q',
      '14 r',
    ]);
    const { plus, minus, isNumbered } = editChange('a\nb', 'c', around);
    assert.deepEqual({ plus, minus, isNumbered }, { plus: 1, minus: 2, isNumbered: true });
  });

  it('are complete if the edit starts or ends within a line', () => {
    const around = { line: 1, before: 'first\nconst a = ', after: '; // why\nlast' };
    assert.deepEqual(shown('1', '2', around), [
      '1 first',
      '2-const a = 1; // why',
      '2+const a = 2; // why',
      '3 last',
    ]);
  });

  it('have three unchanged lines above and below, and all lines that the edit repeats', () => {
    const around = { line: 1, before: '1\n2\n3\n', after: '\n9' };
    assert.deepEqual(shown('4\n5\nold\n6', '4\n5\nnew\n6', around), [
      '3 3',
      '4 4',
      '5 5',
      '6-old',
      '6+new',
      '7 6',
      '8 9',
    ]);
    const many = Array.from({ length: 6 }, (_, index) => `m${index}`).join('\n');
    assert.equal(shown(`${many}\nold`, `${many}\nnew`, around).length, 6 + 2 + 1);
  });

  it('are joined with the next line of the file if the edit removes a line break', () => {
    const around = { line: 4, before: '', after: 'next\nlast' };
    assert.deepEqual(shown('a\n', 'b', around), ['4-a', '5-next', '4+bnext', '5 last']);
  });

  it('are only removed if the edit adds nothing', () => {
    const around = { line: 4, before: 'x\n', after: '\ny' };
    assert.deepEqual(shown('a', '', around), ['4 x', '5-a', '5 y']);
  });

  it('show invisible characters, also in the lines of the file', () => {
    const around = { line: 1, before: 'a\u202Eb\n', after: '' };
    assert.deepEqual(shown('x', 'y', around), ['1 a⟨U+202E⟩b', '2-x', '2+y']);
  });
});
