import assert from 'node:assert/strict';
import { sections } from '../../../../src/shared/board/boardOrder';
import { noColumns } from '../../../../src/webview/layout/arrange';
import {
  countUnrendered,
  isNotVisible,
  arrangeInPlace,
  type FixedLists,
} from '../../../../src/webview/layout/renderedCards';

const nobody: ReadonlySet<string> = new Set();
const rendered = { ...noColumns, needs_you: ['a', 'b'], autonomous: ['c'] };

const wide: FixedLists = { layout: 'columns', openSections: () => sections };
const rows: FixedLists = { layout: 'rows', openSections: () => sections };

describe('arrangeInPlace', () => {
  it('keeps rendered cards in place when their sessions change, and returns the same object', () => {
    const columns = { ...noColumns, autonomous: ['a', 'c'] };
    assert.equal(arrangeInPlace(rendered, columns, nobody, rows), rendered);
  });

  it('removes the card of a released session from its old section', () => {
    const released = new Set(['a', 'b']);
    const columns = { ...noColumns, needs_you: ['b'], autonomous: ['c', 'a'] };
    const next = arrangeInPlace(rendered, columns, released, rows);
    assert.deepEqual(next.needs_you, ['b']);
    assert.deepEqual(next.autonomous, ['c']);
  });

  it('renders a new session only at the end of a column with nothing below', () => {
    const columns = { ...noColumns, needs_you: ['n', 'a', 'b'], autonomous: ['m', 'c', 'o'] };
    const next = arrangeInPlace(rendered, columns, nobody, wide);
    assert.deepEqual(
      [next.needs_you, next.autonomous],
      [
        ['a', 'b'],
        ['c', 'o'],
      ],
    );
    assert.deepEqual(arrangeInPlace(rendered, columns, nobody, rows).autonomous, ['c']);
    const followed = { ...rendered, ready: ['r'] };
    const more = { ...noColumns, needs_you: ['a', 'b', 'n'], ready: ['r'] };
    assert.equal(arrangeInPlace(followed, more, nobody, wide), followed);
    const quieter = { ...noColumns, needs_you: ['a', 'b'], ready: ['q', 'r', 's'] };
    assert.deepEqual(arrangeInPlace(followed, quieter, nobody, wide).ready, ['r', 's']);
    assert.deepEqual(arrangeInPlace(rendered, quieter, nobody, wide).ready, ['q', 'r', 's']);
    assert.equal(arrangeInPlace(followed, quieter, nobody, rows), followed);
  });

  it('renders new sessions on an empty page, in columns and in rows', () => {
    const columns = { ...noColumns, needs_you: ['n'], ready: ['r'], delivered: ['d'] };
    for (const still of [wide, rows])
      assert.deepEqual(arrangeInPlace(noColumns, columns, nobody, still), columns);
  });

  it('moves cards of other tabs to their current group', () => {
    const tab: FixedLists = { layout: 'tabs', openSections: () => ['needs_you', 'ready'] };
    const hidden = { ...noColumns, autonomous: ['c', 'd'] };
    const columns = { ...noColumns, needs_you: ['c'], autonomous: ['e', 'd'] };
    assert.deepEqual(arrangeInPlace(hidden, columns, nobody, tab), columns);
    const gone = { ...noColumns, autonomous: ['c', 'd', 'a'] };
    const next = arrangeInPlace({ ...hidden, needs_you: ['a'] }, gone, nobody, tab);
    assert.deepEqual([next.needs_you, next.autonomous], [['a'], ['c', 'd']]);
    assert.equal(next.autonomous, hidden.autonomous);
  });

  it('renders a session that left a collapsed section or column in its new section', () => {
    const isOpen: FixedLists = {
      layout: 'columns',
      openSections: () => ['needs_you', 'delivered', 'dismissed'],
    };
    const hidden = { ...noColumns, ready: ['r'], autonomous: ['c'], delivered: ['d'] };
    const columns = { ...noColumns, needs_you: ['r', 'c'], ready: ['q'], delivered: ['d'] };
    const followed = arrangeInPlace(hidden, columns, nobody, isOpen);
    assert.deepEqual(followed, { ...columns, needs_you: [] });
    const last = { ...columns, ready: [] };
    assert.deepEqual(arrangeInPlace(hidden, last, nobody, isOpen), last);
  });

  it('renders a blocked session together with the first heading below it', () => {
    const columns = { ...noColumns, needs_you: ['n'], ready: ['r'] };
    for (const still of [wide, rows]) {
      const isClosed = { ...still, openSections: () => ['needs_you' as const] };
      assert.deepEqual(arrangeInPlace(noColumns, columns, nobody, isClosed), columns);
    }
  });

  it('neither adds nor removes the heading of ready sessions between rows', () => {
    const isClosed: FixedLists = {
      layout: 'rows',
      openSections: () => ['needs_you', 'autonomous', 'delivered'],
    };
    const columns = { ...rendered, ready: ['r'], dismissed: ['x'] };
    const next = arrangeInPlace(rendered, columns, nobody, isClosed);
    assert.deepEqual(next, { ...rendered, dismissed: ['x'] });
    const withLine = { ...rendered, ready: ['r', 'q'] };
    assert.deepEqual(arrangeInPlace(withLine, columns, nobody, isClosed).ready, ['r']);
    assert.deepEqual(arrangeInPlace(withLine, rendered, nobody, isClosed).ready, ['r', 'q']);
  });

  it('renders no session twice', () => {
    const columns = { ...noColumns, autonomous: ['c', 'a'] };
    assert.equal(arrangeInPlace(rendered, columns, nobody, wide), rendered);
  });
});

describe('isNotVisible', () => {
  const columns = { ...noColumns, needs_you: ['c', 'n'], autonomous: ['a'] };
  const still = (layout: FixedLists['layout'], open: FixedLists['openSections']) => ({
    c: isNotVisible('c', rendered, columns, { layout, openSections: open }),
    n: isNotVisible('n', rendered, columns, { layout, openSections: open }),
  });

  it('is true for a card that is not rendered, or rendered in a collapsed list', () => {
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

  it('is true for a card that is still in the tab of its previous group', () => {
    assert.deepEqual(
      still('tabs', () => ['autonomous']),
      { c: true, n: true },
    );
    assert.equal(isNotVisible('a', rendered, rendered, { ...wide, layout: 'tabs' }), false);
  });
});

describe('countUnrendered', () => {
  it('counts sessions that are not rendered yet', () => {
    const columns = { ...noColumns, needs_you: ['n', 'a'], autonomous: ['c', 'b'] };
    assert.equal(countUnrendered(rendered, columns, ['needs_you']), 1);
    assert.equal(countUnrendered(rendered, columns, ['autonomous']), 1);
    assert.equal(countUnrendered(rendered, rendered, ['needs_you']), 0);
  });

  it('does not count a session that is rendered in a different one of the sections', () => {
    const columns = { ...noColumns, needs_you: ['n', 'a'], autonomous: ['c', 'b'] };
    assert.equal(countUnrendered(rendered, columns, ['needs_you', 'autonomous']), 1);
  });
});
