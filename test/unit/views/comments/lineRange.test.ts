import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { movedLines, type TextChange } from '../../../../src/extension/views/comments/lineRange';

/** A replacement of a range such as `3:0-4:2` by a text. */
function change(where: string, text: string): TextChange {
  const [from = 0, at = 0, to = 0, until = 0] = where.split(/[:-]/).map(Number);
  return {
    range: { start: { line: from, character: at }, end: { line: to, character: until } },
    text,
  };
}

describe('Lines with a comment', () => {
  for (const [what, where, text, expected] of [
    ['stay when something below changes', '7:0-8:3', 'a\nb\nc', [3, 5]],
    ['stay when a line comes after them', '5:9-5:9', '\nnew', [3, 5]],
    ['move down with a line above', '1:4-1:4', '\nnew', [4, 6]],
    ['move down with a line right before them', '3:0-3:0', 'new\n', [4, 6]],
    ['move up when a line above goes', '1:0-2:0', '', [2, 4]],
    ['move up when the line right before them goes', '2:0-3:0', '', [2, 4]],
    ['stay while they are written in', '3:0-3:0', 'x', [3, 5]],
    ['stay while their first line changes', '3:0-3:7', 'other', [3, 5]],
    ['grow with a line in them', '4:2-4:2', '\n', [3, 6]],
    ['shrink with a line in them', '4:0-5:0', '', [3, 4]],
    ['become what replaces all of them', '3:0-5:8', 'one', [3, 3]],
    ['become what replaces them and more', '1:0-9:0', 'a\nb', [1, 2]],
    ['shrink to what is left at their end', '1:0-4:0', '', [1, 2]],
  ] as const)
    it(what, () => {
      const { start, end } = movedLines({ start: 3, end: 5 }, change(where, text));
      assert.deepEqual([start, end], expected);
    });

  it('are lines of the document whatever changes', () => {
    const place = fc.nat(20);
    fc.assert(
      fc.property(
        place,
        place,
        place,
        place,
        fc.nat(3),
        fc.nat(3),
        fc.nat(4),
        (a, b, c, d, e, f, n) => {
          const lines = { start: Math.min(a, b), end: Math.max(a, b) };
          const [from, to] = [Math.min(c, d), Math.max(c, d)];
          const text = '\n'.repeat(n);
          const where = `${from}:${e}-${to}:${from === to ? Math.max(e, f) : f}`;
          const moved = movedLines(lines, change(where, text));
          const count = 21 + n - (to - from);
          assert.ok(moved.start >= 0 && moved.start <= moved.end && moved.end < count, where);
        },
      ),
    );
  });
});
