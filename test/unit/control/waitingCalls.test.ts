import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ControlOffers } from '../../../src/extension/hub/control/controlOffers';
import type { HeldConnection } from '../../../src/extension/agents/requests';
import type { NewCall } from '../../../src/extension/hub/control/waitingCall';
import { RequestTraces } from '../../../src/extension/hub/control/requestTrace';
import { WaitingCalls } from '../../../src/extension/hub/control/waitingCalls';
import type { ControlOffer, Decision } from '../../../src/shared/protocol/control';
import { silentLog } from '../../../src/extension/util/log';
import { FakeCaller } from '../../support/fakes/fakeCaller';
import { requestDigest } from '../../../src/extension/util/keys/signing';
import { hookAnswer } from '../../../src/extension/agents/claude/hooks/hookAnswer';

const minute = 60_000;

describe('Requests that wait for a person', () => {
  let offers: ControlOffers;
  let traces: RequestTraces;
  let requests: WaitingCalls;
  let changed: string[];
  let inHand: string | undefined;
  let holder: string;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-03-02T10:00:00Z') });
    offers = new ControlOffers();
    traces = new RequestTraces(silentLog);
    changed = [];
    inHand = undefined;
    holder = 'a';
    requests = new WaitingCalls({
      offers,
      traces,
      isInHand: (id, canAct) => id === inHand && canAct(holder),
      onChange: (sessionId) => changed.push(sessionId),
      onEnd: () => undefined,
    });
    offers.open();
    offers.connect('a');
    offer('a');
  });
  afterEach(() => {
    requests.dispose();
    offers.dispose();
    mock.timers.reset();
  });

  function offer(window: string, change: Partial<ControlOffer> = {}): boolean {
    const label = `the window ${window}`;
    return offers.acceptWithSettings({
      window,
      label,
      enabled: true,
      disabledProjects: [],
      ...change,
    });
  }
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
  const shown = new Map<string, string>();
  function hold(caller: HeldConnection = new FakeCaller(), change: Partial<NewCall> = {}): string {
    const held = { ...request, ...change };
    const id = requests.hold(held, caller);
    assert.ok(id !== undefined, 'it is not held');
    shown.set(id, requestDigest({ ...held, suggestions: [...held.suggestions], whole: true }));
    return id;
  }
  const decide = (
    callId: string,
    window = 'a',
    decision: Decision = { kind: 'allow' },
  ): ReturnType<WaitingCalls['decide']> =>
    requests.decide(sessionId, {
      call: callId,
      shown: shown.get(callId) ?? '',
      window,
      decision,
    });
  const open = (...ids: readonly string[]): void =>
    requests.reconcile(sessionId, { ids, freeSince: undefined, waitedAt: undefined });
  const resolveCalls = (freeSince?: number): void =>
    requests.reconcile(sessionId, { ids: [], freeSince, waitedAt: undefined });
  const steps = (): readonly string[] => traces.all.at(-1)?.steps.map(({ what }) => what) ?? [];
  const pass = (seconds: number): void => {
    // Advances in steps, because timers set during a step start at its end.
    for (let tenth = 0; tenth < 10 * seconds; tenth += 1) mock.timers.tick(100);
  };
  /** Lets the continuations of settled promises run. */
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('are held for as long as it takes, and answered then', async () => {
    const caller = new FakeCaller();
    const id = hold(caller);
    for (let minutes = 0; minutes < 20; minutes += 1) {
      open(id);
      mock.timers.tick(minute);
    }
    assert.equal(caller.ended, undefined);
    assert.deepEqual(requests.cardOf(id), { id, answerable: true, fate: 'open' });
    const outcome = decide(id);
    await turn();
    assert.deepEqual(caller.ended, {
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
    });
    assert.deepEqual(requests.cardOf(id), { id, answerable: false, fate: 'answered' });
    resolveCalls(Date.now() + 1);
    assert.deepEqual(await outcome, { outcome: 'accepted' });
    assert.equal(requests.cardOf(id), undefined);
    assert.deepEqual(steps(), ['arrived', 'decided', 'written', 'accepted']);
    assert.equal(requests.hasCalls(sessionId), false);
  });

  it('of subagents whose client shows no dialog are not left to it: there they would be denied', () => {
    const caller = new FakeCaller();
    const id = hold(caller, { agentId: 'a1' });
    const left = { ids: [id], freeSince: undefined, waitedAt: undefined };
    requests.reconcile(sessionId, { ...left, alone: [id] });
    pass(5 * 60);
    assert.equal(caller.ended, undefined);
    requests.reconcile(sessionId, left);
    pass(10);
    assert.equal(caller.ended, 'released');
  });

  it('of subagents are left to the terminal after a minute of silence: else it shows no dialog', () => {
    const agentId = 'a1';
    const [silent, shown] = [new FakeCaller(), new FakeCaller()];
    const id = hold(silent, { agentId });
    mock.timers.tick(minute - 1);
    assert.equal(silent.ended, undefined);
    mock.timers.tick(1);
    assert.equal(silent.ended, 'released');
    assert.equal(requests.cardOf(id)?.fate, 'handedBack');
    resolveCalls();
    const seen = hold(shown, { agentId });
    requests.reconcile(sessionId, { ids: [seen], freeSince: undefined, waitedAt: Date.now() });
    mock.timers.tick(20 * minute);
    assert.equal(shown.ended, undefined);
  });

  it('of subagents are kept while somebody who can answer is at the card, and left to the terminal soon after', () => {
    for (const [at, by] of [['another'], [sessionId, 'a phone that watches']] as const) {
      const caller = new FakeCaller();
      const id = hold(caller, { agentId: 'a1' });
      [inHand, holder] = [sessionId, 'a'];
      mock.timers.tick(minute);
      for (let tens = 0; tens < 30; tens += 1) mock.timers.tick(10_000);
      assert.equal(requests.cardOf(id)?.fate, 'open');
      [inHand, holder] = [at, by ?? 'a'];
      mock.timers.tick(9_999);
      assert.equal(caller.ended, undefined);
      mock.timers.tick(1);
      assert.equal(caller.ended, 'released');
    }
  });

  it('of subagents are kept by a window whose offer nobody signed for five minutes at most', () => {
    offers.connect('desk');
    const enabled = { enabled: true, disabledProjects: [] };
    offers.acceptOffer({ window: 'desk', label: 'a desk', ...enabled }, true);
    for (const [by, ends] of [
      ['desk', 'released'],
      ['a', undefined],
    ] as const) {
      [inHand, holder] = [sessionId, by];
      const caller = new FakeCaller();
      hold(caller, { agentId: 'sub' });
      mock.timers.tick(4.9 * minute);
      assert.equal(caller.ended, undefined);
      mock.timers.tick(minute);
      assert.equal(caller.ended, ends, by);
    }
  });

  it('of subagents are not taken for answered because of what the main agent does meanwhile', async () => {
    const id = hold(new FakeCaller(), { agentId: 'a1' });
    mock.timers.tick(2_000);
    const answer = decide(id);
    await turn();
    resolveCalls(Date.now() - 1_000);
    assert.deepEqual(await answer, { outcome: 'accepted' });
  });

  it('are taken from the first who decides; the second learns who was first', async () => {
    offers.connect('b');
    offer('b');
    const id = hold();
    const first = decide(id, 'b');
    assert.deepEqual(await decide(id), { refused: 'answered', by: 'the window b' });
    resolveCalls();
    assert.deepEqual(await first, { outcome: 'accepted' });
    assert.deepEqual(await decide(id), { refused: 'answered', by: 'the window b' });
  });

  it('are released soon after their dialog is over, and not for a moment between two', () => {
    const caller = new FakeCaller();
    const id = hold(caller);
    resolveCalls();
    mock.timers.tick(100);
    open(id);
    mock.timers.tick(minute);
    assert.equal(caller.ended, undefined);
    resolveCalls();
    mock.timers.tick(300);
    assert.equal(caller.ended, 'released');
    assert.deepEqual(steps(), ['arrived', 'resolvedElsewhere']);
    assert.equal(requests.cardOf(id), undefined);
  });

  it('are not answered while their dialog seems to be over', async () => {
    const id = hold();
    resolveCalls();
    assert.deepEqual(await decide(id), { refused: 'gone' });
  });

  it('tell when the terminal was first by a moment', async () => {
    const id = hold();
    mock.timers.tick(minute);
    const terminal = Date.now() - 10;
    const outcome = decide(id);
    await turn();
    resolveCalls(terminal);
    assert.deepEqual(await outcome, { outcome: 'elsewhere' });
    assert.deepEqual(steps(), ['arrived', 'decided', 'written', 'resolvedElsewhere']);
  });

  it('are undelivered when nobody took the answer, and stay so as long as the terminal asks', async () => {
    const id = hold(new FakeCaller(Promise.resolve(false)));
    assert.deepEqual(await decide(id), { refused: 'undelivered' });
    open(id);
    assert.deepEqual(requests.cardOf(id), { id, answerable: false, fate: 'undelivered' });
    assert.deepEqual(await decide(id), { refused: 'answered', by: 'the window a' });
    resolveCalls();
    assert.equal(requests.cardOf(id), undefined);
  });

  it('are undelivered when the answer changed nothing', async () => {
    const id = hold();
    const outcome = decide(id);
    await turn();
    open(id);
    for (let ms = 0; ms < 5_000; ms += 100) mock.timers.tick(100);
    assert.deepEqual(await outcome, { refused: 'undelivered' });
    assert.equal(requests.cardOf(id)?.fate, 'undelivered');
    assert.deepEqual(steps(), ['arrived', 'decided', 'written', 'undelivered']);
  });

  it('are left to the terminal when the client hangs up', async () => {
    const caller = new FakeCaller();
    const id = hold(caller);
    caller.hangUp();
    assert.equal(requests.cardOf(id)?.fate, 'handedBack');
    assert.deepEqual(await decide(id), { refused: 'gone' });
    assert.deepEqual(steps(), ['arrived', 'callerGone']);
    assert.ok(changed.includes(sessionId));
  });

  it('are refused what does not fit, and held on', async () => {
    const caller = new FakeCaller();
    const id = hold(caller);
    const answers: Decision = { kind: 'answer', answers: [['Yes']] };
    assert.deepEqual(await decide(id, 'a', answers), { refused: 'unfit' });
    assert.equal(caller.ended, undefined);
    assert.equal(requests.cardOf(id)?.answerable, true);
  });

  it('belong to their session', async () => {
    const id = hold();
    const intent = {
      call: id,
      shown: shown.get(id) ?? '',
      window: 'a',
      decision: { kind: 'allow' },
    } as const;
    assert.deepEqual(await requests.decide('other', intent), { refused: 'gone' });
  });

  describe('are not held', () => {
    const refuses = (change: Partial<NewCall> = {}): void => {
      assert.equal(requests.hold({ ...request, ...change }, new FakeCaller()), undefined);
    };

    it('where no window offers control', () => {
      offer('a', { enabled: false });
      refuses();
    });

    it('in a project where control is off, and in its folders', () => {
      offer('a', { disabledProjects: ['/home/dev/shop', 'relative', ''] });
      refuses();
      refuses({ project: '/home/dev/shop/web' });
      hold(new FakeCaller(), { project: '/home/dev/shop-two' });
      hold(new FakeCaller(), { project: '/home/dev' });
    });

    it('where windows are gone for good', () => {
      offers.disconnect('a');
      pass(20);
      refuses();
    });

    it('where the only window is one that a person does not trust', () => {
      pass(20);
      offer('a', { enabled: false, wanted: true });
      refuses();
    });
  });

  it('are handed back at once when the last window that offers control takes it back', () => {
    offers.connect('b');
    offer('b');
    const caller = new FakeCaller();
    const id = hold(caller);
    offer('a', { enabled: false });
    assert.equal(caller.ended, undefined);
    offer('b', { disabledProjects: [request.project] });
    assert.equal(caller.ended, 'released');
    assert.equal(requests.cardOf(id)?.fate, 'handedBack');
    assert.deepEqual(steps(), ['arrived', 'handedBack']);
  });

  it('wait for a window that reloads, and are handed back when it does not come', async () => {
    const caller = new FakeCaller();
    const id = hold(caller);
    offers.disconnect('a');
    assert.deepEqual(requests.cardOf(id), { id, answerable: false, fate: 'open' });
    assert.deepEqual(await decide(id), { refused: 'off' });
    offers.connect('c');
    offer('c');
    assert.equal(requests.cardOf(id)?.answerable, true);
    offers.disconnect('c');
    pass(19);
    assert.equal(caller.ended, undefined);
    pass(1);
    assert.equal(caller.ended, 'released');
  });

  it('wait for the first window of a hub that has just begun', () => {
    requests.dispose();
    offers.dispose();
    offers = new ControlOffers();
    requests = new WaitingCalls({
      offers,
      traces,
      onChange: () => undefined,
      onEnd: () => undefined,
    });
    const id = hold();
    pass(120); // On a busy machine it takes long until the call can be joined.
    assert.equal(requests.cardOf(id)?.answerable, false);
    offers.open();
    pass(19);
    assert.equal(offer('a'), false, 'a window without a stream offers control');
    offers.connect('a');
    assert.equal(offer('a'), true);
    assert.equal(requests.cardOf(id)?.answerable, true);
  });

  it('are traced with where they were shown, once for each place', () => {
    offer('b', { enabled: false });
    const id = hold();
    const shown = (window: string, place: 'card' | 'notification', call = id): boolean =>
      requests.recordShown(sessionId, { call, window, place });
    assert.ok(shown('a', 'card') && shown('a', 'card') && shown('a', 'notification'));
    assert.ok(!shown('b', 'card') && !shown('a', 'card', 'unknown'));
    assert.ok(!requests.recordShown('two', { call: id, window: 'a', place: 'card' }));
    const places = traces.all
      .at(-1)
      ?.steps.flatMap((step) => ('where' in step ? [step.where] : []));
    assert.deepEqual(places, ['on its card in the window a', 'in a notification in the window a']);
  });

  it('keep the traces of the last ones alone', () => {
    for (let count = 0; count < 250; count += 1) {
      hold();
      resolveCalls();
      mock.timers.tick(300);
    }
    assert.equal(traces.all.length, 200);
  });

  it('leave their callers to the next hub when this one ends', () => {
    const caller = new FakeCaller();
    hold(caller);
    requests.dispose();
    caller.hangUp();
    assert.equal(caller.ended, undefined);
    assert.deepEqual(steps(), ['arrived']);
  });
});
