import assert from 'node:assert/strict';
import { groupOrder } from '../../../../src/shared/presentation';
import { noColumns } from '../../../../src/webview/layout/arrange';
import { arrivalsIn, keepPlaces, type StillLists } from '../../../../src/webview/layout/drawn';

const nobody: ReadonlySet<string> = new Set();
const drawn = { ...noColumns, needs_you: ['a', 'b'], autonomous: ['c'] };

const wide: StillLists = { areColumns: true, groups: groupOrder };
const rows: StillLists = { areColumns: false, groups: groupOrder };

describe('keepPlaces', () => {
  it('keeps what is drawn, whatever became of it, and is the same object then', () => {
    const columns = { ...noColumns, autonomous: ['a', 'c'] };
    assert.equal(keepPlaces(drawn, columns, nobody, rows), drawn);
  });

  it('lets a released session go once it is elsewhere', () => {
    const released = new Set(['a', 'b']);
    const columns = { ...noColumns, needs_you: ['b'], autonomous: ['c', 'a'] };
    const next = keepPlaces(drawn, columns, released, rows);
    assert.deepEqual(next.needs_you, ['b']);
    assert.deepEqual(next.autonomous, ['c']);
  });

  it('draws a new session only at the end of a column that nothing follows', () => {
    const columns = { ...noColumns, needs_you: ['n', 'a', 'b'], autonomous: ['m', 'c', 'o'] };
    const next = keepPlaces(drawn, columns, nobody, wide);
    assert.deepEqual(
      [next.needs_you, next.autonomous],
      [
        ['a', 'b'],
        ['c', 'o'],
      ],
    );
    assert.deepEqual(keepPlaces(drawn, columns, nobody, rows).autonomous, ['c']);
    const followed = { ...drawn, ready: ['r'] };
    const more = { ...noColumns, needs_you: ['a', 'b', 'n'], ready: ['r'] };
    assert.equal(keepPlaces(followed, more, nobody, wide), followed);
    const quieter = { ...noColumns, needs_you: ['a', 'b'], ready: ['q', 'r', 's'] };
    assert.deepEqual(keepPlaces(followed, quieter, nobody, wide).ready, ['r', 's']);
    assert.deepEqual(keepPlaces(drawn, quieter, nobody, wide).ready, ['q', 'r', 's']);
    assert.equal(keepPlaces(followed, quieter, nobody, rows), followed);
  });

  it('draws new sessions on a page that has none, in columns and in rows', () => {
    const columns = { ...noColumns, needs_you: ['n'], ready: ['r'], delivered: ['d'] };
    for (const still of [wide, rows])
      assert.deepEqual(keepPlaces(noColumns, columns, nobody, still), columns);
  });

  it('keeps none in the group of another tab, and draws it in that on the page', () => {
    const tab: StillLists = { areColumns: true, groups: ['needs_you'] };
    const hidden = { ...noColumns, autonomous: ['c', 'd'] };
    const columns = { ...noColumns, needs_you: ['c'], autonomous: ['e', 'd'] };
    assert.deepEqual(keepPlaces(hidden, columns, nobody, tab), columns);
    const gone = { ...noColumns, autonomous: ['c', 'd', 'a'] };
    const next = keepPlaces({ ...hidden, needs_you: ['a'] }, gone, nobody, tab);
    assert.deepEqual([next.needs_you, next.autonomous], [['a'], ['c', 'd']]);
    assert.equal(next.autonomous, hidden.autonomous);
  });

  it('draws no session twice', () => {
    const columns = { ...noColumns, autonomous: ['c', 'a'] };
    assert.equal(keepPlaces(drawn, columns, nobody, wide), drawn);
  });
});

describe('arrivalsIn', () => {
  it('counts what waits to be drawn', () => {
    const columns = { ...noColumns, needs_you: ['n', 'a'], autonomous: ['c', 'b'] };
    assert.equal(arrivalsIn(drawn, columns, ['needs_you']), 1);
    assert.equal(arrivalsIn(drawn, columns, ['autonomous']), 1);
    assert.equal(arrivalsIn(drawn, drawn, ['needs_you']), 0);
  });

  it('counts none that is drawn in another of the sections', () => {
    const columns = { ...noColumns, needs_you: ['n', 'a'], autonomous: ['c', 'b'] };
    assert.equal(arrivalsIn(drawn, columns, ['needs_you', 'autonomous']), 1);
  });
});
