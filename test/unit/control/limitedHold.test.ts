import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { codexHooks } from '../../../src/extension/agents/codex/hooks/codexHooks';
import { ControlOffers } from '../../../src/extension/hub/control/controlOffers';
import { RequestTraces } from '../../../src/extension/hub/control/requestTrace';
import { WaitingCalls } from '../../../src/extension/hub/control/waitingCalls';
import { silentLog } from '../../../src/extension/util/log';
import { FakeCaller } from '../../support/fakes/fakeCaller';
import { sessionId } from '../../support/hub/hooks';

describe('A held request whose terminal shows no dialog meanwhile', () => {
  let offers: ControlOffers;
  let calls: WaitingCalls;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    offers = new ControlOffers();
    offers.connect('a');
    offers.acceptWithSettings({ window: 'a', label: 'a', enabled: true, disabledProjects: [] });
    calls = new WaitingCalls({
      offers,
      traces: new RequestTraces(silentLog),
      isInHand: () => true,
      onChange: () => undefined,
      onEnd: () => undefined,
    });
  });
  afterEach(() => {
    calls.dispose();
    offers.dispose();
    mock.timers.reset();
  });

  for (const [title, agentId] of [
    ['the main agent', undefined],
    ['a subagent', 'a1'],
  ] as const) {
    it(`is released after a minute, whoever has it in sight, if ${title} asks`, () => {
      const { answer, holdMs } = codexHooks;
      const caller = new FakeCaller();
      const request = { sessionId, project: '/p', agentId, agentType: undefined, cwd: undefined };
      const call = { toolName: 'Bash', toolInput: { command: 'ls' }, suggestions: [] };
      const id = calls.hold({ ...request, ...call, answer, holdMs }, caller) ?? '';
      calls.reconcile(sessionId, { ids: [id], freeSince: undefined, waitedAt: undefined });
      assert.equal(calls.cardOf(id)?.untilAt, Date.now() + 60_000);
      mock.timers.tick(59_999);
      assert.equal(caller.ended, undefined);
      mock.timers.tick(1);
      assert.equal(caller.ended, 'released');
      const { fate, untilAt } = calls.cardOf(id) ?? {};
      assert.deepEqual([fate, untilAt], ['handedBack', undefined]);
    });
  }
});
