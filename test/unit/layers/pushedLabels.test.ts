import assert from 'node:assert/strict';
import { PushedLabels } from '../../../src/extension/hub/layers/pushedLabels';
import { textOf } from '../../../src/shared/text/fields';
import type { LabelOffer } from '../../../src/shared/protocol/layers/labels';

type Labels = Readonly<Record<string, string>>;

function offer(window: string, collections: Readonly<Record<string, Labels>>): LabelOffer {
  return {
    window,
    collections: Object.entries(collections).map(([id, labels]) => ({
      id,
      labels: Object.entries(labels).map(([sessionId, label]) => ({ sessionId, label: { label } })),
    })),
  };
}

describe('Labels that windows push', () => {
  let labels: PushedLabels;
  let changed: string[];

  beforeEach(() => {
    labels = new PushedLabels();
    changed = [];
    labels.onDidChange((sessionId) => changed.push(sessionId));
    labels.connect('one');
  });
  afterEach(() => labels.dispose());

  const labelsOf = (sessionId: string): readonly string[] =>
    labels.labelsFor({ sessionId }).map(({ layer, label }) => `${layer}: ${textOf(label.label)}`);
  const takeChanges = (): readonly string[] => changed.splice(0);

  it('are said in the order of their collections', () => {
    labels.set(offer('one', { 'a.b': { s: 'First', t: 'Other' }, 'a.c': { s: 'Second' } }));
    assert.deepEqual(labelsOf('s'), ['a.b: First', 'a.c: Second']);
    assert.deepEqual(labelsOf('t'), ['a.b: Other']);
    assert.deepEqual(labelsOf('u'), []);
  });

  it('tell the sessions for which something else is said, and no other', () => {
    labels.set(offer('one', { 'a.b': { s: 'One', t: 'Two' } }));
    assert.deepEqual(takeChanges(), ['s', 't']);
    labels.set(offer('one', { 'a.b': { s: 'One', t: 'Three', u: 'New' } }));
    assert.deepEqual(takeChanges().toSorted(), ['t', 'u']);
    labels.set(offer('one', { 'a.b': { s: 'One' } }));
    assert.deepEqual(takeChanges().toSorted(), ['t', 'u']);
    labels.set(offer('one', {}));
    assert.deepEqual(takeChanges(), ['s']);
    assert.deepEqual(labelsOf('s'), []);
  });

  it('are refused of a window that has no stream', () => {
    assert.equal(labels.set(offer('two', { 'a.b': { s: 'One' } })), false);
    assert.deepEqual(labelsOf('s'), []);
    assert.deepEqual(takeChanges(), []);
  });

  it('go with the last stream of their window', () => {
    labels.connect('one');
    labels.set(offer('one', { 'a.b': { s: 'One' } }));
    labels.disconnect('one');
    assert.deepEqual(labelsOf('s'), ['a.b: One']);
    takeChanges();
    labels.disconnect('one');
    assert.deepEqual(labelsOf('s'), []);
    assert.deepEqual(takeChanges(), ['s']);
  });

  it('are said once where an extension says the same in each window', () => {
    labels.connect('two');
    labels.set(offer('one', { 'a.b': { s: 'One' } }));
    takeChanges();
    labels.set(offer('two', { 'a.b': { s: 'One' } }));
    assert.deepEqual(labelsOf('s'), ['a.b: One']);
    assert.deepEqual(takeChanges(), []);
    labels.disconnect('one');
    assert.deepEqual(labelsOf('s'), ['a.b: One']);
    assert.deepEqual(takeChanges(), []);
  });

  it('count as they were set last, in whichever window', () => {
    labels.connect('two');
    labels.set(offer('two', { 'a.b': { s: 'Old', t: 'Two' } }));
    labels.set(offer('one', { 'a.b': { s: 'New' } }));
    assert.deepEqual([labelsOf('s'), labelsOf('t')], [['a.b: New'], ['a.b: Two']]);
    labels.set(offer('two', { 'a.b': { s: 'Old', t: 'Three' } }));
    assert.deepEqual(
      [labelsOf('s'), labelsOf('t')],
      [['a.b: New'], ['a.b: Three']],
      'Old was not said anew',
    );
    labels.set(offer('two', { 'a.b': { s: 'Newest' } }));
    assert.deepEqual(labelsOf('s'), ['a.b: Newest']);
    labels.disconnect('two');
    assert.deepEqual(labelsOf('s'), ['a.b: New']);
  });
});
