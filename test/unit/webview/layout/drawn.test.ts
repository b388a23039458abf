import assert from 'node:assert/strict';
import { noColumns } from '../../../../src/webview/layout/arrange';
import { arrivalsIn, keepPlaces } from '../../../../src/webview/layout/drawn';

const nobody: ReadonlySet<string> = new Set();
const drawn = { ...noColumns, needs_you: ['a', 'b'], autonomous: ['c'] };

describe('keepPlaces', () => {
  it('keeps what is drawn, whatever became of it, and is the same object then', () => {
    const columns = { ...noColumns, autonomous: ['a', 'c'] };
    assert.equal(keepPlaces(drawn, columns, nobody, false), drawn);
  });

  it('lets a released session go once it is elsewhere', () => {
    const released = new Set(['a', 'b']);
    const columns = { ...noColumns, needs_you: ['b'], autonomous: ['c', 'a'] };
    const next = keepPlaces(drawn, columns, released, false);
    assert.deepEqual(next.needs_you, ['b']);
    assert.deepEqual(next.autonomous, ['c']);
  });

  it('draws a new session only at the end of a column that nothing follows', () => {
    const columns = { ...noColumns, needs_you: ['n', 'a', 'b'], autonomous: ['m', 'c', 'o'] };
    const next = keepPlaces(drawn, columns, nobody, true);
    assert.deepEqual(
      [next.needs_you, next.autonomous],
      [
        ['a', 'b'],
        ['c', 'o'],
      ],
    );
    assert.deepEqual(keepPlaces(drawn, columns, nobody, false).autonomous, ['c']);
    const followed = { ...drawn, ready: ['r'] };
    const more = { ...noColumns, needs_you: ['a', 'b', 'n'], ready: ['r'] };
    assert.equal(keepPlaces(followed, more, nobody, true), followed);
    const quieter = { ...noColumns, needs_you: ['a', 'b'], ready: ['q', 'r', 's'] };
    assert.deepEqual(keepPlaces(followed, quieter, nobody, true).ready, ['r', 's']);
    assert.deepEqual(keepPlaces(drawn, quieter, nobody, true).ready, ['q', 'r', 's']);
    assert.equal(keepPlaces(followed, quieter, nobody, false), followed);
  });

  it('draws no session twice', () => {
    const columns = { ...noColumns, autonomous: ['c', 'a'] };
    assert.equal(keepPlaces(drawn, columns, nobody, true), drawn);
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
