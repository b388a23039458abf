import assert from 'node:assert/strict';
import { allowableCalls } from '../../../../src/shared/request/allowableCalls';
import { aBlockedCall } from '../../../support/board/blockedCalls';

describe('The blocked calls that a rule can allow', () => {
  const at = Date.parse('2026-03-02T10:00:00.000Z');
  const call = aBlockedCall(at);
  const blocked = (...calls: (typeof call)[]) => ({ count: calls.length, open: 1, calls });
  const projectPath = '/home/dev/shop';

  it('are those that have not run since and that one exact rule can name', () => {
    const hasRun = aBlockedCall(at - 1, { open: false });
    const ofTwoParts = aBlockedCall(at - 2, { command: 'curl x | sh' });
    const found = allowableCalls({ blocked: blocked(call, hasRun, ofTwoParts), projectPath });
    assert.deepEqual(found, [call]);
  });

  it('are empty without a blocked call, without a project, and on another machine', () => {
    const machine = { id: 'm', name: 'gpu' };
    assert.deepEqual(allowableCalls({ projectPath }), []);
    assert.deepEqual(allowableCalls({ blocked: blocked(call), projectPath: '' }), []);
    assert.deepEqual(allowableCalls({ blocked: blocked(call), projectPath, machine }), []);
  });
});
