import assert from 'node:assert/strict';
import { sections } from '../../../../src/shared/board/boardOrder';
import { noColumns } from '../../../../src/webview/layout/arrange';
import {
  arrivalsIn,
  isOutOfSight,
  keepPlaces,
  type StillLists,
} from '../../../../src/webview/layout/drawn';

const nobody: ReadonlySet<string> = new Set();
const drawn = { ...noColumns, needs_you: ['a', 'b'], autonomous: ['c'] };

const wide: StillLists = { layout: 'columns', openSections: () => sections };
const rows: StillLists = { layout: 'rows', openSections: () => sections };

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
    const tab: StillLists = { layout: 'tabs', openSections: () => ['needs_you', 'ready'] };
    const hidden = { ...noColumns, autonomous: ['c', 'd'] };
    const columns = { ...noColumns, needs_you: ['c'], autonomous: ['e', 'd'] };
    assert.deepEqual(keepPlaces(hidden, columns, nobody, tab), columns);
    const gone = { ...noColumns, autonomous: ['c', 'd', 'a'] };
    const next = keepPlaces({ ...hidden, needs_you: ['a'] }, gone, nobody, tab);
    assert.deepEqual([next.needs_you, next.autonomous], [['a'], ['c', 'd']]);
    assert.equal(next.autonomous, hidden.autonomous);
  });

  it('draws a session that left a closed line or a folded column where it belongs', () => {
    const isOpen: StillLists = {
      layout: 'columns',
      openSections: () => ['needs_you', 'delivered', 'dismissed'],
    };
    const hidden = { ...noColumns, ready: ['r'], autonomous: ['c'], delivered: ['d'] };
    const columns = { ...noColumns, needs_you: ['r', 'c'], ready: ['q'], delivered: ['d'] };
    const followed = keepPlaces(hidden, columns, nobody, isOpen);
    assert.deepEqual(followed, { ...columns, needs_you: [] });
    const last = { ...columns, ready: [] };
    assert.deepEqual(keepPlaces(hidden, last, nobody, isOpen), last);
  });

  it('draws a session that asks together with the first line beneath it', () => {
    const columns = { ...noColumns, needs_you: ['n'], ready: ['r'] };
    for (const still of [wide, rows]) {
      const isClosed = { ...still, openSections: () => ['needs_you' as const] };
      assert.deepEqual(keepPlaces(noColumns, columns, nobody, isClosed), columns);
    }
  });

  it('draws or removes no line of ready sessions between rows', () => {
    const isClosed: StillLists = {
      layout: 'rows',
      openSections: () => ['needs_you', 'autonomous', 'delivered'],
    };
    const columns = { ...drawn, ready: ['r'], dismissed: ['x'] };
    const next = keepPlaces(drawn, columns, nobody, isClosed);
    assert.deepEqual(next, { ...drawn, dismissed: ['x'] });
    const withLine = { ...drawn, ready: ['r', 'q'] };
    assert.deepEqual(keepPlaces(withLine, columns, nobody, isClosed).ready, ['r']);
    assert.deepEqual(keepPlaces(withLine, drawn, nobody, isClosed).ready, ['r', 'q']);
  });

  it('draws no session twice', () => {
    const columns = { ...noColumns, autonomous: ['c', 'a'] };
    assert.equal(keepPlaces(drawn, columns, nobody, wide), drawn);
  });
});

describe('isOutOfSight', () => {
  const columns = { ...noColumns, needs_you: ['c', 'n'], autonomous: ['a'] };
  const still = (layout: StillLists['layout'], open: StillLists['openSections']) => ({
    c: isOutOfSight('c', drawn, columns, { layout, openSections: open }),
    n: isOutOfSight('n', drawn, columns, { layout, openSections: open }),
  });

  it('is true for a card that is not drawn, or drawn in a list that is closed', () => {
    for (const layout of ['columns', 'rows'] as const) {
      assert.deepEqual(
        still(layout, () => sections),
        { c: false, n: true },
      );
      assert.deepEqual(
        still(layout, () => ['needs_you']),
        { c: true, n: true },
      );
    }
  });

  it('is true for a card in a tab that the tab of its own group takes away', () => {
    assert.deepEqual(
      still('tabs', () => ['autonomous']),
      { c: true, n: true },
    );
    assert.equal(isOutOfSight('a', drawn, drawn, { ...wide, layout: 'tabs' }), false);
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
