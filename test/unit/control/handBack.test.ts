import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ControlOffers } from '../../../src/extension/hub/control/controlOffers';
import { RequestTraces } from '../../../src/extension/hub/control/requestTrace';
import { undoHandBackMs } from '../../../src/extension/hub/control/waitingCall';
import { WaitingCalls } from '../../../src/extension/hub/control/waitingCalls';
import { silentLog } from '../../../src/extension/util/log';
import { requestDigest } from '../../../src/extension/util/keys/signing';
import type { HandBackIntent } from '../../../src/shared/protocol/control';
import { sessionId } from '../../support/hub/hooks';
import { hookAnswer } from '../../../src/extension/agents/claude/hooks/hookAnswer';

const what = {
  answer: hookAnswer,
  toolName: 'Bash',
  toolInput: { command: 'ls' },
  suggestions: [],
};

describe('A request that a person gives back to its terminal', () => {
  let offers: ControlOffers;
  let calls: WaitingCalls;
  let call: string;
  let released: boolean;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    offers = new ControlOffers();
    for (const window of ['a', 'untrusted']) {
      offers.connect(window);
      offers.acceptOffer({ window, label: window, enabled: window === 'a', disabledProjects: [] });
    }
    calls = new WaitingCalls({
      offers,
      traces: new RequestTraces(silentLog),
      onChange: () => undefined,
      onEnd: () => undefined,
    });
    released = false;
    const caller = {
      answer: () => Promise.resolve(true),
      release: () => (released = true),
      onGone: () => undefined,
    };
    const who = { agentId: undefined, agentType: undefined, cwd: undefined };
    call = calls.hold({ sessionId, project: '/p', ...who, ...what }, caller) ?? '';
  });
  afterEach(() => {
    calls.dispose();
    offers.dispose();
    mock.timers.reset();
  });

  const handBack = (change: Partial<HandBackIntent> = {}, session = sessionId): boolean =>
    calls.handBack(session, { call, window: 'a', ...change });

  it('can be answered and taken back for ten seconds, then its terminal has it', () => {
    assert.ok(handBack());
    const { fate, answerable, handsBackAt } = calls.cardOf(call) ?? {};
    assert.deepEqual([fate, answerable], ['open', true]);
    mock.timers.tick(undoHandBackMs - 1);
    assert.ok(handBack());
    assert.equal(calls.cardOf(call)?.handsBackAt, handsBackAt, 'saying it again defers nothing');
    assert.equal(released, false);
    mock.timers.tick(1);
    assert.equal(released, true);
    assert.deepEqual(calls.cardOf(call), { id: call, answerable: false, fate: 'handedBack' });
    assert.equal(handBack(), false);
    assert.equal(handBack({ undo: true }), false);
  });

  it('is kept by Undo', () => {
    handBack();
    assert.ok(handBack({ undo: true }));
    assert.equal(calls.cardOf(call)?.handsBackAt, undefined);
    mock.timers.tick(undoHandBackMs);
    assert.equal(released, false);
    assert.equal(calls.cardOf(call)?.answerable, true);
  });

  it('is answered where an answer comes before that', () => {
    handBack();
    const shown = requestDigest({ ...what, whole: true });
    void calls.decide(sessionId, { call, window: 'a', shown, decision: { kind: 'allow' } });
    assert.equal(calls.cardOf(call)?.fate, 'answered');
    assert.equal(calls.cardOf(call)?.handsBackAt, undefined);
    mock.timers.tick(undoHandBackMs);
    assert.equal(released, false);
  });

  it('is neither given back nor kept by a window that may not answer, nor for another session', () => {
    assert.equal(handBack({ window: 'untrusted' }), false);
    assert.equal(handBack({}, 'another'), false);
    handBack();
    assert.equal(handBack({ window: 'untrusted', undo: true }), false);
    mock.timers.tick(undoHandBackMs);
    assert.equal(released, true);
  });
});
