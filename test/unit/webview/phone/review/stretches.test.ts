import assert from 'node:assert/strict';
import {
  digitsOf,
  linesAtOnce,
  stretchesOf,
  unfolded,
} from '../../../../../src/webview/phone/review/stretches';
import { diffOf, type DiffLine } from '../../../../../src/webview/diff/diffLines';

function linesOf(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const texts = { before: before.join('\n'), after: after.join('\n') };
  return diffOf([texts], undefined, Infinity).hunks.flat();
}

const many = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`);

describe('The lines of a review', () => {
  it('have room for the digits of the largest line number shown', () => {
    const before = many(120);
    assert.equal(digitsOf(linesOf(before, [...before.slice(0, 4), 'other'])), 3);
    assert.equal(digitsOf(linesOf(['a', ...many(120)], ['b', ...many(120)])), 3);
    assert.equal(digitsOf(linesOf(['a'], ['b'])), 1);
  });

  it('are unfolded in parts, each line exactly once', () => {
    const before = [...many(2_500), 'old'];
    const lines = linesOf(before, [...before.slice(0, -1), 'new']);
    const stretches = stretchesOf(lines);
    const open = new Set<number>();
    const drawn = () => {
      const shown = unfolded(stretches, open).filter(({ isFolded }) => !isFolded);
      return shown.reduce((sum, one) => sum + one.lines.length, 0);
    };
    const least = drawn();
    assert.ok(least < 10);
    const folds = () => unfolded(stretches, open).filter(({ isFolded }) => isFolded);
    for (const more of [linesAtOnce, 2 * linesAtOnce]) {
      open.add(folds()[0]?.start ?? NaN);
      assert.equal(drawn(), least + more);
      assert.equal(folds().length, 1);
    }
    open.add(folds()[0]?.start ?? NaN);
    assert.deepEqual(folds(), []);
    const all = unfolded(stretches, open);
    assert.deepEqual(
      all.flatMap((one) => one.lines),
      lines,
    );
    assert.ok(all.every((one) => lines[one.start] === one.lines[0]));
  });

  it('are all unfolded if only a few would remain', () => {
    const before = [...many(linesAtOnce + 6), 'old'];
    const stretches = stretchesOf(linesOf(before, [...before.slice(0, -1), 'new']));
    assert.ok(unfolded(stretches, new Set([0])).every(({ isFolded }) => !isFolded));
  });
});
