import assert from 'node:assert/strict';
import { WindowStreams } from '../../../src/extension/util/windowStreams';

describe('The connections of windows', () => {
  it('end with the last stream of a window', () => {
    const connections = new WindowStreams();
    assert.equal(connections.has('a'), false);
    for (const window of ['a', 'a', 'b']) connections.add(window);
    assert.equal(connections.remove('a'), false);
    assert.equal(connections.has('a'), true);
    assert.equal(connections.remove('a'), true);
    assert.deepEqual([connections.has('a'), connections.has('b')], [false, true]);
    assert.equal(connections.remove('nobody'), true);
    connections.add('nobody');
    assert.deepEqual([[...connections.keys()], connections.size], [['b', 'nobody'], 2]);
    connections.clear();
    assert.equal(connections.size, 0);
  });
});
