import assert from 'node:assert/strict';
import { Decider } from '../../../../src/extension/views/control/decide';
import type { DecideAnswer } from '../../../../src/shared/protocol/control';
import type { LiveSession, PendingRequest } from '../../../../src/shared/protocol/protocol';
import { FakeBoard } from '../../../support/fakes/fakeBoard';
import { fakeCalls } from '../../../support/fakes/fakeCalls';
import { aPendingRequest, aSession } from '../../../support/sessionBuilder';

describe('A decision in a window', () => {
  let asked: unknown[];
  let outcome: () => Promise<DecideAnswer>;
  let against: string | undefined;
  beforeEach(() => {
    asked = [];
    outcome = () => Promise.resolve({ outcome: 'accepted' });
    against = undefined;
  });

  function deciderFor(session: LiveSession): Decider {
    const board = new FakeBoard([session]);
    return new Decider({
      board,
      hub: fakeCalls<'decide' | 'giveGrant' | 'handBack' | 'shown'>({
        decide: (request) => (asked.push(request), outcome()),
        giveGrant: async (request) => (asked.push(request), { grant: 'g', ...(await outcome()) }),
        handBack: (payload) => (asked.push(payload), Promise.reject(new Error('gone'))),
        shown: (request) => void asked.push(request),
      }),
      control: { reasonAgainst: () => against },
    });
  }
  const waiting = (call: Partial<PendingRequest['call']> = {}): LiveSession =>
    aSession({
      sessionId: 'one',
      pendingRequest: aPendingRequest({
        call: { id: 'c1', fate: 'open', answerable: true, ...call },
      }),
    });
  const target = { sessionId: 'one', call: 'c1', shown: 'digest' };

  it('is sent to the hub, and shows nothing when it is accepted', async () => {
    const session = waiting();
    const decider = deciderFor(session);
    assert.equal(decider.callOf(session), 'c1');
    assert.equal(await decider.decide(target, { kind: 'allow' }), undefined);
    assert.deepEqual(asked, [{ ...target, decision: { kind: 'allow' } }]);
  });

  it('creates a grant under the same conditions', async () => {
    const decider = deciderFor(waiting());
    const terms = {
      rule: { kind: 'command', command: 'npm test', cwd: '/home/dev' },
      scope: 'session',
      project: '/home/dev',
    } as const;
    assert.equal(await decider.giveGrant(target, terms), undefined);
    assert.deepEqual(asked, [{ ...target, ...terms }]);
    outcome = () => Promise.resolve({ outcome: 'elsewhere' });
    assert.match((await decider.giveGrant(target, terms)) ?? '', /terminal first/);
    const unknown = { ...target, sessionId: 'two' };
    assert.match((await decider.giveGrant(unknown, terms)) ?? '', /no longer waiting/);
    assert.equal(asked.length, 2);
  });

  it('shows that the terminal was first, or the message of the hub', async () => {
    const decider = deciderFor(waiting());
    outcome = () => Promise.resolve({ outcome: 'elsewhere' });
    assert.match((await decider.decide(target, { kind: 'allow' })) ?? '', /terminal first/);
    outcome = () => Promise.reject(new Error('It was answered first in the window “api”.'));
    assert.match((await decider.decide(target, { kind: 'allow' })) ?? '', /the window “api”/);
  });

  it('on a request that is no longer open is not sent', async () => {
    const decider = deciderFor(waiting({ id: 'c2' }));
    assert.match((await decider.decide(target, { kind: 'allow' })) ?? '', /no longer waiting/);
    const unknown = { ...target, sessionId: 'two' };
    assert.match((await decider.decide(unknown, { kind: 'allow' })) ?? '', /no longer waiting/);
    assert.match((await decider.handBack(target)) ?? '', /no longer waiting/);
    assert.deepEqual(asked, []);
  });

  it('is not sent while control is off', async () => {
    const session = waiting();
    const decider = deciderFor(session);
    against = 'Switched off.';
    assert.equal(decider.callOf(session), undefined);
    assert.equal(await decider.decide(target, { kind: 'allow' }), 'Switched off.');
    assert.deepEqual(asked, []);
  });

  it('is not offered if the hub would not accept it', () => {
    const session = waiting({ answerable: false });
    assert.equal(deciderFor(session).callOf(session), undefined);
    assert.equal(deciderFor(aSession({})).callOf(aSession({})), undefined);
  });

  it('may be given back to the terminal and taken back, and says what the hub refuses', async () => {
    const decider = deciderFor(waiting());
    assert.equal(await decider.handBack(target), 'gone');
    assert.equal(await decider.handBack(target, true), 'gone');
    assert.deepEqual(asked, [
      { sessionId: 'one', call: 'c1' },
      { sessionId: 'one', call: 'c1', undo: true },
    ]);
  });
});
