import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ControlOffers } from '../../../src/extension/hub/control/controlOffers';
import { RequestTraces } from '../../../src/extension/hub/control/requestTrace';
import type { HeldConnection } from '../../../src/extension/agents/requests';
import { undoHandBackMs } from '../../../src/extension/hub/control/waitingCall';
import { WaitingCalls } from '../../../src/extension/hub/control/waitingCalls';
import { LiveBoard } from '../../../src/extension/hub/board/liveBoard';
import { silentLog } from '../../../src/extension/util/log';
import { requestDigest } from '../../../src/extension/util/keys/signing';
import { aHookEvent, sessionId } from '../../support/hub/hooks';
import { until } from '../../support/until';
import { hookAnswer } from '../../../src/extension/agents/claude/hooks/hookAnswer';

/**
 * Board and calls are connected like in the hub: the board reports which calls are open, and gets
 * their outcomes.
 */
const what = { toolName: 'Bash', toolInput: { command: 'ls' }, suggestions: [] };

describe('A request whose session leaves the board', () => {
  let offers: ControlOffers;
  let calls: WaitingCalls;
  let board: LiveBoard;
  let hangUp: () => void;
  let released: boolean;
  let answer: (taken: boolean) => void;

  beforeEach(() => {
    offers = new ControlOffers();
    offers.connect('a');
    offers.acceptOffer({ window: 'a', label: 'a', enabled: true, disabledProjects: [] });
    calls = new WaitingCalls({
      offers,
      traces: new RequestTraces(silentLog),
      onChange: (id) => board.touch(id),
      onEnd: (type, { id }, at) => board.apply({ type, sessionId, callId: id, at }),
    });
    board = new LiveBoard(() => ({ usd: 0, tokens: 0 }), Date.now, undefined, undefined, calls);
    released = false;
  });
  afterEach(() => {
    calls.dispose();
    offers.dispose();
    board.dispose();
  });

  function asked(): string {
    const caller: HeldConnection = {
      answer: () => new Promise((resolve) => (answer = resolve)),
      release: () => (released = true),
      onGone: (listener) => (hangUp = listener),
    };
    const who = { agentId: undefined, agentType: undefined, cwd: undefined };
    const call = { sessionId, project: '/p', answer: hookAnswer, ...who, ...what };
    const callId = calls.hold(call, caller);
    assert.ok(callId !== undefined);
    const event = aHookEvent(0, 'PermissionRequest', { tool_name: 'Bash' });
    board.apply({ ...event, at: Date.now(), callId });
    board.flush();
    assert.equal(board.get(sessionId)?.pendingRequest?.call?.id, callId);
    return callId;
  }
  const leaves = (): void => {
    board.forget(sessionId);
    board.flush();
  };
  const isForgotten = (): void => {
    board.flush();
    assert.deepEqual([calls.hasCalls(sessionId), board.isKnown(sessionId)], [false, false]);
  };

  it('is let go, and forgotten', async () => {
    asked();
    leaves();
    await until(
      () => released,
      (is) => assert.ok(is),
    );
    isForgotten();
  });

  it('is forgotten where its client hangs up in the same moment', () => {
    asked();
    leaves();
    hangUp();
    isForgotten();
  });

  it('is forgotten where it was left to the terminal before', () => {
    const call = asked();
    mock.timers.enable({ apis: ['setTimeout'] });
    assert.ok(calls.handBack(sessionId, { call, window: 'a' }));
    mock.timers.tick(undoHandBackMs);
    mock.timers.reset();
    assert.ok(released);
    board.flush();
    assert.ok(calls.hasCalls(sessionId), 'its dialog is open');
    leaves();
    isForgotten();
  });

  it('is forgotten where its answer is being written', async () => {
    const call = asked();
    const shown = requestDigest({ ...what, whole: true });
    const decision = { kind: 'allow' } as const;
    const decided = calls.decide(sessionId, { call, shown, window: 'a', decision });
    leaves();
    answer(true);
    await decided;
    isForgotten();
  });
});
