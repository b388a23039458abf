import assert from 'node:assert/strict';
import { countdownText, endTexts, heldUntilText } from '../../../../src/shared/request/endText';
import { stateLabel } from '../../../../src/shared/words/stateLabels';
import { aPendingRequest, aSession, builderNow } from '../../../support/sessionBuilder';

const now = Date.parse(builderNow);
const due = (ms: number): string => new Date(now + ms).toISOString();

describe('The end of a request that nobody answers', () => {
  it('counts down by the second, and says nothing once it is over', () => {
    const left = (ms: number, outcome = 'blocked'): string =>
      countdownText({ dueAt: due(ms), outcome }, now);
    assert.equal(left(116_000), 'Blocked in 1:56 unless you allow it');
    assert.equal(left(1), 'Blocked in 0:01 unless you allow it');
    assert.equal(left(600_000, 'unanswered'), 'Goes on without an answer in 10:00');
    assert.equal(left(0), '');
    assert.equal(left(1_000, 'hologram'), '');
    assert.equal(countdownText({ dueAt: 'soon', outcome: 'blocked' }, now), '');
  });

  it('is counted down to for a terminal that asks only then', () => {
    assert.equal(heldUntilText(now + 42_000, now), 'Its terminal asks in 0:42');
    assert.equal(heldUntilText(now, now), '');
  });

  it('is named in a tooltip by the time of day, and not for a machine that is away', () => {
    const deadline = { dueAt: due(120_000), outcome: 'blocked' };
    const pendingRequest = aPendingRequest({ deadline, onlyHere: true });
    const session = aSession({ pendingRequest });
    const [here, at = ''] = endTexts(session, now);
    assert.equal(here, 'Only here: its terminal cannot ask');
    assert.match(at, /^Blocked at .*:02.* unless you allow it$/);
    const machine = { id: 'm', name: 'gpu', away: builderNow };
    assert.deepEqual(endTexts({ ...session, machine }, now), []);
  });

  it('is told of the last one until it is gone from the card', () => {
    const expired = { at: builderNow, label: stateLabel('unansweredQuestion', '1m') };
    const texts = endTexts(aSession({ expired }), now);
    assert.deepEqual(texts, ['No answer within 1m: it went on without one']);
  });
});
