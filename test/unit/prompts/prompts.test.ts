import assert from 'node:assert/strict';
import type { HookMoment } from '../../../src/extension/hub/domain/facts/event';
import type { RestingSession } from '../../../src/extension/hub/domain/claims/rest';
import type { Prompts } from '../../../src/extension/hub/prompts/prompts';
import { promptsOf } from '../../support/hub/somePrompts';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { aSession } from '../../support/sessionBuilder';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';

const sessionId = 'one';
const pid = 4711;

/** A session that can be woken, with clock and rest set by the test. */
describe('The prompts in line', () => {
  let home: string;
  let now: number;
  let rest: RestingSession | undefined;
  let prompts: Prompts;
  let delivered: string[];
  let released: number;

  beforeEach(async () => {
    home = await tempHome();
    now = 1_000_000;
    rest = { pid, since: now, broken: false };
    [delivered, released] = [[], 0];
    const session = aSession({
      sessionId,
      pid,
      entrypoint: 'cli',
      transcriptPath: '',
      agentState: { group: 'needs_you', state: 'idle' },
    });
    prompts = promptsOf(home, () => session, { rest: () => rest, clock: () => now });
    await prompts.load();
    waits();
  });
  afterEach(async () => {
    await prompts.close();
    await removeHome(home);
  });

  const hook = (moment: HookMoment, prompt?: string) => ({
    sessionId,
    moment,
    ...(prompt !== undefined && {
      prompt,
      ...(prompt.startsWith('<task-notification>') && { promptBy: 'notification' as const }),
    }),
  });
  /** Sends the hook after which the session is idle. */
  function waits(): void {
    const waker = {
      deliver: (text: string) => Promise.resolve(delivered.push(text) > 0),
      release: () => (released += 1),
      onGone: () => undefined,
    };
    assert.ok(prompts.holdWaker(hook('turnEnd'), pid, waker));
  }
  const add = (id: string) => prompts.change(sessionId, { kind: 'add', id, text: `Do ${id}` });
  const waitForDelivery = (...expected: string[]) =>
    until(
      () => delivered,
      (all) => assert.deepEqual(all, expected),
    );
  /** Waits for twice the interval at which the queue checks by itself. */
  const assertDelivered = async (...expected: string[]): Promise<void> => {
    await waitFixedTime(2_100);
    assert.deepEqual(delivered, expected);
  };
  const isRead = (id: string): Promise<unknown> => {
    const prompt = `<task-notification>Do ${id}</task-notification>`;
    prompts.onHook(hook('prompt', prompt), now);
    return until(
      () => prompts.cardOf(aSession({ sessionId, pid, entrypoint: 'cli' }))?.prompts,
      (all) => assert.equal(all?.find((one) => one.id === id)?.state, 'read'),
    );
  };

  it('wait until a rest has lasted: between two dialogs there is one, too', async function () {
    this.timeout(60_000);
    now += 600;
    await add('a');
    await assertDelivered();
    now += 200;
    await waitForDelivery('Do a');
  });

  it('are not taken for read by what was told before, or by a subagent', async () => {
    now += 2_000;
    await add('a');
    await waitForDelivery('Do a');
    const event = hook('prompt', '<task-notification>Do a</task-notification>');
    prompts.onHook(event, now - 5_000);
    prompts.onHook({ ...event, agentId: 'a1' }, now);
    prompts.onHook(hook('prompt', 'Do something else'), now);
    await waitFixedTime(200);
    const card = prompts.cardOf(aSession({ sessionId, pid, entrypoint: 'cli' }));
    assert.equal(card?.prompts[0]?.state, 'handedOver');
    await isRead('a');
  });

  it('let the hook go with its session, which a process may leave', async () => {
    assert.equal(prompts.cardOf(aSession({ sessionId, pid, entrypoint: 'cli' }))?.way, 'hook');
    prompts.onHook(hook('sessionEnd'), now);
    assert.equal(released, 1);
    assert.equal(prompts.cardOf(aSession({ sessionId, pid, entrypoint: 'cli' }))?.way, undefined);
    await add('a');
    assert.deepEqual(delivered, []);
  });

  it('wait for another rest than the one in which the last was read', async function () {
    this.timeout(60_000);
    now += 2_000;
    await add('a');
    await waitForDelivery('Do a');
    now += 1_000;
    await isRead('a');
    await add('b');
    waits();
    now += 5_000;
    await assertDelivered('Do a');
    rest = { pid, since: now, broken: false };
    now += 1_000;
    await waitForDelivery('Do a', 'Do b');
  });
});
