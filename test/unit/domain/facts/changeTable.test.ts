import assert from 'node:assert/strict';
import {
  ChangeTable,
  type FileChange,
} from '../../../../src/extension/hub/domain/facts/changeTable';

const now = Date.parse('2026-11-25T12:00:00.123Z');
const files: readonly FileChange[] = [
  ['/a', 1, 1, 0, now],
  ['/b', 70_000, 60_000, 65_535, now + 1, now - 5],
  ['/c', 2, 1, 3, 0],
];

describe('A table of changed files', () => {
  const table = ChangeTable.of(files);

  it('contains all added files, as a list and as JSON', () => {
    assert.deepEqual([...table], files);
    assert.deepEqual(JSON.parse(JSON.stringify(table)), files);
    assert.deepEqual([table.length, table.at(-1), table.at(1)], [3, files[2], files[1]]);
    assert.deepEqual([table.at(3), table.at(-4), table.find('/d')], [undefined, undefined, -1]);
    assert.deepEqual([table.slice(-2), table.slice(-9)], [files.slice(1), files]);
    assert.deepEqual([table.find('/b'), table.timeAt(1)], [1, now + 1]);
    assert.equal(ChangeTable.of(table), table);
  });

  it('is a new object after a change', () => {
    const again: FileChange = ['/b', 2, 2, 2, now + 9];
    assert.deepEqual(table.withReplaced(1, again).slice(0), [files[0], files[2], again]);
    const other: FileChange = ['/d', 1, 1, 1, now, now - 1];
    assert.deepEqual(table.withAppended(other).slice(0), [...files, other]);
    assert.deepEqual([...table], files);
  });

  it('limits its counts without mixing them', () => {
    const [beyond] = ChangeTable.of([['/a', 2 ** 40, 2 ** 20, 2 ** 20, now]]);
    assert.deepEqual(beyond, ['/a', 2 ** 21 - 1, 65_535, 65_535, now]);
  });
});
