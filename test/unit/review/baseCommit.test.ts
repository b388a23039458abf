import assert from 'node:assert/strict';
import { commitAt, readLog } from '../../../src/extension/hub/review/baseCommit';

const [none, one, two, three] = ['0', '1', '2', '3'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
  string,
];

const line = (before: string, after: string, seconds: number, message = 'commit: x'): string =>
  `${before} ${after} A > B <a@b> ${String(seconds)} +0100\t${message}\n`;

const at = (text: string, seconds: number): unknown => commitAt(readLog(text, 1e6), seconds * 1000);

describe('The commit of a work tree at a time', () => {
  it('is that of the last entry before the time, even within the same second', () => {
    const log = line(none, one, 10, 'commit (initial): x') + line(one, two, 20);
    assert.deepEqual(at(log, 19.9), { id: one });
    assert.deepEqual(at(log, 20), { id: two });
    assert.deepEqual(at(log, 900), { id: two });
  });

  it('is the one from which the oldest entry moved HEAD, for an earlier time', () => {
    assert.deepEqual(at(line(one, two, 20), 5), { id: one });
    assert.equal(at(line(none, one, 20, 'commit (initial): x'), 5), 'none');
    assert.deepEqual(at(line(none, one, 20, 'clone: from x'), 5), { id: one });
    // The first entry of a linked work tree has no message.
    assert.deepEqual(at(`${none} ${one} A <a@b> 20 +0000\n`, 5), { id: one });
  });

  it('is not that of a later entry with an older date, nor hidden by one from the future', () => {
    const rebased = line(one, two, 20) + line(two, three, 50) + line(three, one, 7, 'rebase');
    assert.deepEqual(at(rebased, 30), { id: two });
    assert.deepEqual(at(rebased, 60), { id: one });
    const skewed = line(none, one, 1e9) + line(one, two, 20) + line(two, three, 50);
    assert.deepEqual(at(skewed, 30), { id: two });
  });

  it('is unknown without a reflog', () => {
    assert.equal(at('', 5), undefined);
    assert.equal(at('x y z\n', 5), undefined);
  });
});
