import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ControlOffers } from '../../../src/extension/hub/control/controlOffers';
import { RequestTraces } from '../../../src/extension/hub/control/requestTrace';
import type { NewCall } from '../../../src/extension/hub/control/waitingCall';
import { WaitingCalls } from '../../../src/extension/hub/control/waitingCalls';
import { noCalls } from '../../../src/extension/hub/domain/claims/openCalls';
import { silentLog } from '../../../src/extension/util/log';
import { FakeCaller } from '../../support/fakes/fakeCaller';
import { hookAnswer } from '../../../src/extension/agents/claude/hooks/hookAnswer';

const sessionId = 'one';
const request: NewCall = {
  sessionId,
  agentId: undefined,
  agentType: undefined,
  cwd: '/home/dev/shop',
  project: '/home/dev/shop',
  answer: hookAnswer,
  toolName: 'Bash',
  toolInput: { command: 'ls' },
  suggestions: [],
};
const enabled = { enabled: true, disabledProjects: [] };

describe('Requests that come in great number', () => {
  let offers: ControlOffers;
  let requests: WaitingCalls;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    offers = new ControlOffers();
    requests = new WaitingCalls({
      offers,
      traces: new RequestTraces(silentLog),
      onChange: () => undefined,
      onEnd: () => undefined,
    });
    offers.connect('a');
    offers.acceptWithSettings({ window: 'a', label: 'a', ...enabled });
  });
  afterEach(() => {
    requests.dispose();
    offers.dispose();
    mock.timers.reset();
  });

  const many = (count: number, change: (number: number) => Partial<NewCall> = () => ({})) =>
    Array.from({ length: count }, (_, number) => {
      const caller = new FakeCaller();
      const id = requests.hold({ ...request, ...change(number) }, caller);
      assert.ok(id !== undefined, 'it is not held');
      return { id, caller };
    });
  const isOpen = ({ caller }: { readonly caller: FakeCaller }): boolean =>
    caller.ended === undefined;

  it('are held up to a limit for a session, and up to another for all', () => {
    const own = many(25);
    assert.equal(own.filter(isOpen).length, 20);
    const all = [...own, ...many(300, (number) => ({ sessionId: `other ${number}` }))];
    assert.equal(all.filter(isOpen).length, 200);
    assert.equal(all.filter(({ id }) => requests.cardOf(id) !== undefined).length, 200);
    requests.reconcile(sessionId, noCalls);
    mock.timers.tick(300);
    assert.ok(many(1).every(isOpen));
  });

  it('that somebody forges in great number push out none that is older, and keep none from being held', () => {
    const [before] = many(1);
    const forged = many(30);
    const [after] = many(1);
    assert.ok(before && after && isOpen(before) && isOpen(after));
    assert.equal(forged.filter(isOpen).length, 18);
    assert.equal(forged.at(-1)?.caller.ended, 'released');
  });

  it('that a window has shown, or that are in a transcript of their session, are pushed out by no other', () => {
    const [seen, written, neither] = [...many(17), ...many(3)].slice(-3);
    assert.ok(seen && written && neither);
    assert.ok(requests.recordShown(sessionId, { call: seen.id, window: 'a', place: 'card' }));
    const ids = requests.heldOf(sessionId);
    const isWritten = (id: string): boolean => id === written.id;
    requests.reconcile(sessionId, { ids, freeSince: undefined, waitedAt: undefined, isWritten });
    const [next] = many(1);
    assert.deepEqual(
      [seen, written, neither, next].map((one) => one && isOpen(one)),
      [true, true, false, true],
    );
  });

  it('are not held where all that are held are known', () => {
    many(20);
    const ids = requests.heldOf(sessionId);
    const isWritten = (): boolean => true;
    requests.reconcile(sessionId, { ids, freeSince: undefined, waitedAt: undefined, isWritten });
    assert.equal(requests.hold(request, new FakeCaller()), undefined);
  });

  it('are not known by a window whose offer nobody signed', () => {
    offers.connect('desk');
    offers.acceptOffer({ window: 'desk', label: 'a desk', ...enabled }, true);
    const forged = many(20);
    for (const { id } of forged)
      requests.recordShown(sessionId, { call: id, window: 'desk', place: 'card' });
    assert.ok(many(1).every(isOpen));
    assert.equal(forged.filter(isOpen).length, 19);
  });
});
