import assert from 'node:assert/strict';
import type {
  FollowUpSource,
  TestRunLocation,
} from '../../../src/extension/hub/prompts/followUpSource';
import type { Prompts } from '../../../src/extension/hub/prompts/prompts';
import type { RestingSession } from '../../../src/extension/hub/domain/claims/rest';
import type { PromptCard, PromptChange } from '../../../src/shared/protocol/prompts';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import type { FollowUpCondition } from '../../../src/shared/protocol/session/followUp';
import { aSource } from '../../support/hub/followUpSources';
import { promptsOf } from '../../support/hub/somePrompts';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { aSession } from '../../support/sessionBuilder';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';

const pid = 4711;
const green: FollowUpCondition = { kind: 'fact', fact: 'testsGreen', of: 'source' };

/** A session that can be woken, a session that it waits for, and a clock set by the test. */
describe('A follow-up', () => {
  let home: string;
  let now: number;
  let rest: RestingSession | undefined;
  let source: FollowUpSource | undefined;
  let own: FollowUpSource;
  let isReady: boolean;
  let hasEnded: boolean;
  let exceeded: 'session' | 'day' | undefined;
  let isFromPerson: boolean;
  let prompts: Prompts;
  let delivered: string[];

  const target = (sessionId = 'target'): LiveSession =>
    aSession({
      sessionId,
      pid: hasEnded ? undefined : pid,
      entrypoint: 'cli',
      transcriptPath: '',
      agentState: hasEnded
        ? { group: 'delivered', state: 'session_ended' }
        : { group: 'needs_you', state: 'idle' },
    });
  const hook = (sessionId: string, prompt?: string) => ({
    sessionId,
    moment: prompt === undefined ? ('turnEnd' as const) : ('prompt' as const),
    ...(prompt !== undefined && {
      prompt,
      ...(prompt.startsWith('<task-notification>') && { promptBy: 'notification' as const }),
    }),
  });
  /** Sends the hook after which the session is idle. */
  function waits(): void {
    const waker = {
      deliver: (text: string) => Promise.resolve(delivered.push(text) > 0),
      release: () => undefined,
      onGone: () => undefined,
    };
    prompts.holdWaker(hook('target'), pid, waker);
  }
  let testOutput: (run: TestRunLocation) => Promise<string | undefined>;
  async function startHub(): Promise<void> {
    prompts = promptsOf(home, () => target(), {
      rest: () => rest,
      clock: () => now,
      isFromPerson: () => isFromPerson,
      conditions: {
        source: (sessionId) => (sessionId === 'target' ? own : source),
        isReady: () => isReady,
        exceededBudget: () => exceeded,
        testOutput: (run) => testOutput(run),
        machineId: () => 'm0123456789abcdef',
      },
    });
    await prompts.load();
    waits();
  }
  const restart = async (): Promise<void> => {
    await prompts.close();
    await startHub();
  };
  const change = (by: PromptChange) => prompts.change('target', by);
  const add = (
    when: FollowUpCondition,
    fields: Partial<Extract<PromptChange, { kind: 'add' }>> = {},
  ) => change({ kind: 'add', id: 'a', text: 'Review it', when, ...fields });
  /** Updates the queue like the hub after a change of a session's card. */
  const changed = (sessionId = 'source'): void => prompts.update([target(sessionId)], []);
  const card = (id = 'a'): PromptCard | undefined =>
    prompts.cardOf(target())?.prompts.find((one) => one.id === id);
  /** Adds a follow-up that quotes a test run, and lets its condition come true. */
  const addWithOutput = async (): Promise<void> => {
    await add(green, { text: 'Look: {test output}' });
    now += 1_000;
    source = aSource({
      tests: { ok: true, at: new Date(now).toISOString() },
      testRun: { transcript: 'source.jsonl', at: now },
      texts: { title: 'Fix', testResults: ['vitest: 1 failed'] },
    });
    changed();
  };
  const tests = (ok: boolean): void => {
    source = aSource({ tests: { ok, at: new Date(now).toISOString() } });
  };
  const waitForDelivery = (...expected: string[]) =>
    until(
      () => delivered,
      (all) => assert.deepEqual(all, expected),
    );
  const assertDelivered = async (...expected: string[]): Promise<void> => {
    changed();
    await waitFixedTime(300);
    assert.deepEqual(delivered, expected);
  };
  /** The session receives the prompt, works on it and becomes idle again. */
  const works = async (text = delivered.at(-1) ?? ''): Promise<void> => {
    now += 100;
    prompts.onHook(hook('target', `<task-notification>${text}</task-notification>`), now);
    await until(
      () => prompts.cardOf(target())?.prompts,
      (all) => assert.ok(all?.every(({ state }) => state !== 'handedOver')),
    );
    now += 5_000;
    rest = { pid, since: now, broken: false };
    waits();
    now += 1_000;
  };

  beforeEach(async () => {
    testOutput = ({ transcript, at }) =>
      Promise.resolve(transcript === 'source.jsonl' && at === now ? 'Not so' : undefined);
    home = await tempHome();
    now = 1_000_000;
    rest = { pid, since: now - 10_000, broken: false };
    source = aSource();
    own = aSource();
    [delivered, isReady, exceeded, isFromPerson, hasEnded] = [[], true, undefined, true, false];
    await startHub();
  });
  afterEach(async () => {
    await prompts.close();
    await removeHome(home);
  });

  it('is sent once its condition has come true and its session rests, and not before', async () => {
    rest = undefined;
    await add(green);
    now += 1_000;
    await assertDelivered();
    tests(true);
    changed();
    await until(card, (one) => assert.equal(one?.metAt, new Date(now).toISOString()));
    await assertDelivered();
    rest = { pid, since: now, broken: false };
    now += 1_000;
    // The tests fail again, but they have passed since the follow-up was written.
    tests(false);
    changed();
    changed('target');
    await waitForDelivery('Review it');
  });

  it('holds no other prompt up while it waits', async () => {
    await add(green);
    await change({ kind: 'add', id: 'b', text: 'Do b' });
    await waitForDelivery('Do b');
    assert.equal(card()?.state, 'queued');
  });

  it('does not count what was so before it was written', async () => {
    tests(true);
    now += 1_000;
    await add(green);
    await assertDelivered();
    assert.equal(card()?.waitsFor, 'before');
  });

  it('at a time that the machine slept through is sent on the next occasion, once', async () => {
    await add({ kind: 'time', at: now + 60_000 });
    await assertDelivered();
    await prompts.close();
    now += 3_600_000;
    await startHub();
    changed('target');
    await waitForDelivery('Review it');
    await works();
    await restart();
    await assertDelivered('Review it');
  });

  it('whose condition came true while the hub was down is sent by what its source left behind', async () => {
    await add(green);
    await prompts.close();
    now += 1_000;
    tests(true);
    isReady = false;
    await startHub();
    await assertDelivered();
    isReady = true;
    prompts.examineAll();
    await waitForDelivery('Review it');
  });

  it('is not sent again by a hub that starts after it was sent', async () => {
    await add(green);
    now += 1_000;
    tests(true);
    changed();
    await waitForDelivery('Review it');
    await restart();
    now += 60_000;
    rest = { pid, since: now, broken: false };
    waits();
    now += 60_000;
    await assertDelivered('Review it');
    changed('target');
    await until(card, (one) => assert.equal(one?.state, 'uncertain'));
  });

  it('is held back by its person until it is released', async () => {
    await add(green);
    await change({ kind: 'hold', id: 'a', held: true });
    now += 1_000;
    tests(true);
    await assertDelivered();
    assert.equal(card()?.held, true);
    await change({ kind: 'hold', id: 'a', held: false });
    await waitForDelivery('Review it');
  });

  it('that nobody signed is neither examined nor sent', async () => {
    isFromPerson = false;
    await add(green);
    now += 1_000;
    tests(true);
    await assertDelivered();
    assert.equal(card()?.isForeign, true);
    assert.equal(card()?.metAt, undefined);
  });

  it('of another version waits and says so', async () => {
    await change({ kind: 'add', id: 'a', text: 'x', when: { kind: 'moon' } as never });
    now += 1_000;
    tests(true);
    await assertDelivered();
    assert.equal(card()?.waitsFor, 'unknownCondition');
  });

  it('repeats for each new fact, up to its maximum', async () => {
    await add(green, { repeat: { max: 2 } });
    for (const expected of [['Review it'], ['Review it', 'Review it']]) {
      now += 1_000;
      tests(true);
      changed();
      await waitForDelivery(...expected);
      await works();
      await assertDelivered(...expected);
    }
    assert.deepEqual(card()?.repeat, { max: 2, sent: 2 });
    assert.equal(card()?.waitsFor, 'maximum');
    now += 1_000;
    tests(true);
    await assertDelivered('Review it', 'Review it');
  });

  it('that repeats stops at a budget, and lets others pass', async () => {
    await add(green, { repeat: { max: 5 } });
    exceeded = 'day';
    now += 1_000;
    tests(true);
    await assertDelivered();
    assert.equal(card()?.waitsFor, 'dayBudget');
    await change({ kind: 'add', id: 'b', text: 'Do b' });
    await waitForDelivery('Do b');
    await works();
    exceeded = undefined;
    changed('target');
    await waitForDelivery('Do b', 'Review it');
  });

  it('after a turn of its own session waits for the prompts before it', async () => {
    rest = undefined;
    await add({ kind: 'finished' });
    await change({ kind: 'add', id: 'b', text: 'Do b' });
    now += 10_000;
    rest = { pid, since: now, broken: false };
    own = aSource({ turnEnd: { finishedAt: now, idleSince: now } });
    now += 3_000;
    changed('target');
    await waitForDelivery('Do b');
    assert.equal(card()?.metAt, undefined);
    await works();
    await assertDelivered('Do b');
    own = aSource({ turnEnd: { finishedAt: now - 1_000, idleSince: now - 1_000 } });
    now += 3_000;
    changed('target');
    await waitForDelivery('Do b', 'Review it');
  });

  it('is shown on the card of its source', async () => {
    await add(green, { from: 'source', repeat: { max: 3 } });
    assert.deepEqual(prompts.followUpsOf('source'), [
      {
        sessionId: 'target',
        id: 'a',
        text: 'Review it',
        when: green,
        repeat: { max: 3, sent: 0 },
      },
    ]);
    assert.deepEqual(prompts.followUpsOf('target'), []);
    source = undefined;
    assert.equal(prompts.followUpsOf('source')[0]?.waitsFor, 'sourceUnknown');
  });

  it('waits for a session by the address that a desk gives it, and for none of another machine', async () => {
    await add({ ...green, of: 'm0123456789abcdef/source' });
    const fact = { ...green, of: 'mfedcba9876543210/source' };
    await change({ kind: 'add', id: 'b', text: 'Do b', when: fact });
    now += 1_000;
    tests(true);
    changed();
    await waitForDelivery('Review it');
    assert.equal(card('b')?.waitsFor, 'sourceElsewhere');
  });

  it('quotes its source, and is found again in what the session took', async () => {
    await add(green, { text: 'On {branch}: {last message}' });
    now += 1_000;
    source = aSource({
      tests: { ok: true, at: new Date(now).toISOString() },
      texts: { title: 'Fix', branch: 'main', lastMessage: 'Done.\u001B' },
    });
    changed();
    const text =
      'On “main” [quoted]: \n[Quotation of the last message of the session “Fix”:]\n> Done.\uFFFD\n[End of the quotation]';
    await waitForDelivery(text);
    assert.equal(card()?.text, 'On {branch}: {last message}');
    await works();
    assert.equal(card()?.state, 'read');
  });

  it('quotes what the last test run of its source printed', async () => {
    await addWithOutput();
    await waitForDelivery(
      'Look: \n[Quotation of the test output of the session “Fix”:]\n> vitest: 1 failed\n> \n> Not so\n[End of the quotation]',
    );
  });

  it('quotes the results alone if the output of its source cannot be read', async () => {
    testOutput = () => Promise.reject(new Error('No such file'));
    await addWithOutput();
    await waitForDelivery(
      'Look: \n[Quotation of the test output of the session “Fix”:]\n> vitest: 1 failed\n[End of the quotation]',
    );
  });

  it('is not sent if it changes while the output of its source is read', async () => {
    const open: ((text: string) => void)[] = [];
    testOutput = () => new Promise((resolve) => open.push(resolve));
    await addWithOutput();
    await until(
      () => open.length,
      (count) => assert.equal(count, 1),
    );
    await change({ kind: 'edit', id: 'a', text: 'Look again: {test output}', when: green });
    open[0]?.('Not so');
    await assertDelivered();
    assert.equal(card()?.text, 'Look again: {test output}');
  });

  it('does not resume its session when it is written', async () => {
    hasEnded = true;
    assert.deepEqual(await add(green), { resume: false });
    assert.deepEqual(await change({ kind: 'add', id: 'b', text: 'Do b' }), { resume: true });
  });

  it('counts for the maximum of prompts in a queue, also while it repeats', async () => {
    await add(green, { repeat: { max: 3 } });
    for (let count = 1; count < 50; count++)
      await change({ kind: 'add', id: `p${count}`, text: 'Do it', when: green });
    assert.equal(await change({ kind: 'add', id: 'more', text: 'Do it', when: green }), 'full');
    now += 1_000;
    tests(true);
    changed();
    await waitForDelivery('Review it');
    await works();
    assert.equal(prompts.cardOf(target())?.prompts.length, 50);
  });
});
