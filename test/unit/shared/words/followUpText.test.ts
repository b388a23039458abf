import assert from 'node:assert/strict';
import { followUpFacts } from '../../../../src/shared/text/followUps';
import { describeCondition, reasonWords } from '../../../../src/shared/words/followUpText';

const now = new Date(2026, 2, 2, 10).getTime();

describe('The text of a follow-up', () => {
  it('names the source of its condition, unless that is the session itself', () => {
    const words = (kind: string, of?: string, name?: string): string =>
      describeCondition({ kind, ...(of !== undefined && { of }) }, name, now);
    assert.equal(words('finished'), 'when it has finished');
    assert.equal(words('finished', 'two', 'review'), 'when review has finished');
    assert.equal(words('ended', 'two', 'review'), 'when review has ended');
    assert.equal(words('finished', 'two'), 'when a session that is not on the board has finished');
    const at = new Date(2026, 2, 2, 15).getTime();
    assert.match(describeCondition({ kind: 'time', at }, undefined, now), /^at 3:00\sPM$/u);
  });

  it('is different for each fact', () => {
    const all = followUpFacts.flatMap((fact) => [
      describeCondition({ kind: 'fact', fact }, undefined, now),
      describeCondition({ kind: 'fact', fact, of: 'two' }, 'review', now),
    ]);
    assert.equal(new Set(all).size, 2 * followUpFacts.length);
    assert.ok(all.every((words) => words.startsWith('when ')));
  });

  it('states that a condition or a reason comes from a different version', () => {
    const unknown = 'on a condition of another version';
    assert.equal(describeCondition({ kind: 'moon' }, undefined, now), unknown);
    assert.equal(describeCondition({ kind: 'fact', fact: 'toString' }, undefined, now), unknown);
    assert.equal(reasonWords('toString'), reasonWords('moon'));
    assert.notEqual(reasonWords('queue'), reasonWords('moon'));
  });
});
