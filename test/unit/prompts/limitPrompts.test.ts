import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { RestingSession } from '../../../src/extension/hub/domain/claims/rest';
import type { Prompts } from '../../../src/extension/hub/prompts/prompts';
import type { SessionLimit } from '../../../src/shared/protocol/session/limit';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { promptsOf } from '../../support/hub/somePrompts';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { aSession } from '../../support/sessionBuilder';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';

const sessionId = 'one';
const pid = 4711;
const minute = 60_000;
const stoppedAt = 1_000_000_000;
const resetsAt = stoppedAt + 90 * minute;

/** A session that a limit stopped, with clock and account data set by the test. */
describe('A prompt for the reset of a limit', () => {
  let home: string;
  let now: number;
  let session: LiveSession;
  let rest: RestingSession | undefined;
  let prompts: Prompts;
  let delivered: string[];
  let escapes: number;
  let inTerminal: boolean;

  beforeEach(async () => {
    home = await tempHome();
    now = stoppedAt + minute;
    [delivered, escapes, inTerminal] = [[], 0, false];
    stops({});
    prompts = open();
    await prompts.load();
    waits();
  });
  afterEach(async () => {
    await prompts.close();
    await removeHome(home);
  });

  function open(): Prompts {
    return promptsOf(home, () => session, {
      rest: () => rest,
      clock: () => now,
      windows: {
        sendOrder: (_id, order) => {
          if (order.type === 'interrupt') escapes += 1;
          return Promise.resolve('taken');
        },
      },
      places: {
        terminalOf: () => Promise.resolve(inTerminal ? { window: 'w', terminal: 1 } : undefined),
      },
    });
  }
  const aLimit = (limit: Partial<SessionLimit>): SessionLimit => ({
    resetsAt: new Date(resetsAt).toISOString(),
    goesOn: false,
    asks: false,
    ...limit,
  });
  /** The session has been stopped since that time, by a limit if one is given. */
  function stops(limit: Partial<SessionLimit> | undefined, at = stoppedAt): void {
    const isLimited = limit !== undefined;
    session = aSession({
      sessionId,
      pid,
      entrypoint: 'cli',
      transcriptPath: '',
      stateSince: new Date(at).toISOString(),
      agentState: { group: 'needs_you', state: isLimited ? 'limit_reached' : 'idle' },
      ...(isLimited && { limit: aLimit(limit) }),
    });
    rest = { pid, since: at, broken: isLimited };
  }
  function works(at: number): void {
    session = aSession({ sessionId, pid, stateSince: new Date(at).toISOString() });
    rest = undefined;
  }
  function waits(): void {
    const deliver = (text: string) => Promise.resolve(delivered.push(text) > 0);
    const waker = { deliver, release: () => undefined, onGone: () => undefined };
    const hook = { sessionId, moment: 'turnFailure' } as const;
    assert.ok(prompts.holdWaker(hook, pid, waker));
  }
  const add = (id: string, dueAt?: number) =>
    prompts.change(sessionId, {
      kind: 'add',
      id,
      text: `Do ${id}`,
      ...(dueAt !== undefined && { dueAt }),
    });
  const card = () => prompts.cardOf(session);
  const ids = () => card()?.prompts.map(({ id, state }) => `${id} ${state}`);
  /** Updates the queue, and again after its changes are stored. */
  const updateQueue = async (): Promise<void> => {
    for (let times = 0; times < 3; times++) {
      prompts.update([session], []);
      await waitFixedTime(60);
    }
  };
  const waitForDelivery = (...expected: string[]) =>
    until(
      () => delivered,
      (all) => assert.deepEqual(all, expected),
    );
  const isRead = async (id: string): Promise<void> => {
    const prompt = `<task-notification>Do ${id}</task-notification>`;
    prompts.onHook({ sessionId, moment: 'prompt', prompt, promptBy: 'notification' }, now);
    await until(ids, (all) => assert.ok(all?.includes(`${id} read`)));
  };

  it('is sent then, and not a moment sooner', async () => {
    await add('a', resetsAt);
    assert.equal(card()?.waitsFor, 'limit');
    assert.equal(card()?.prompts[0]?.dueAt, new Date(resetsAt).toISOString());
    now = resetsAt + 9_999;
    await updateQueue();
    assert.deepEqual(delivered, []);
    now += 1;
    await updateQueue();
    await waitForDelivery('Do a');
  });

  it('is kept over a new start of the hub', async () => {
    await add('a', resetsAt);
    await prompts.close();
    prompts = open();
    await prompts.load();
    waits();
    await updateQueue();
    assert.deepEqual(delivered, []);
    now = resetsAt + minute;
    await updateQueue();
    await waitForDelivery('Do a');
  });

  it('goes before what was queued, lets a new prompt pass, and there is one', async () => {
    await add('old');
    stops({}, stoppedAt + 2 * minute);
    now += 5 * minute;
    await add('a', resetsAt);
    await add('b', resetsAt);
    assert.deepEqual(ids(), ['b queued', 'old queued']);
    assert.equal(card()?.waitsFor, 'person');
    assert.deepEqual(delivered, []);
    await prompts.change(sessionId, { kind: 'go' });
    await updateQueue();
    await waitForDelivery('Do old');
  });

  it('is cancelled, and never edited', async () => {
    await add('a', resetsAt);
    const edit = { kind: 'edit', id: 'a', text: 'Other' } as const;
    assert.equal(await prompts.change(sessionId, edit), 'gone');
    await prompts.change(sessionId, { kind: 'remove', id: 'a' });
    now = resetsAt + minute;
    await updateQueue();
    assert.deepEqual(delivered, []);
  });

  it('waits for a limit that was met since and resets later', async () => {
    await add('a', resetsAt);
    stops({ resetsAt: new Date(resetsAt + 60 * minute).toISOString() });
    now = resetsAt + minute;
    await updateQueue();
    assert.deepEqual(delivered, []);
    assert.equal(card()?.prompts[0]?.dueAt, new Date(resetsAt + 60 * minute).toISOString());
    now = resetsAt + 61 * minute;
    await updateQueue();
    await waitForDelivery('Do a');
  });

  it('is gone once the session goes on before', async () => {
    await add('a', resetsAt);
    works(now + minute);
    await updateQueue();
    await until(ids, (all) => assert.deepEqual(all ?? [], []));
  });

  it('asks a person where another end than the limit is in between', async () => {
    await add('a', resetsAt);
    stops(undefined, now + minute);
    now = resetsAt + minute;
    await updateQueue();
    assert.equal(card()?.waitsFor, 'person');
    assert.deepEqual(delivered, []);
    await prompts.change(sessionId, { kind: 'go' });
    await waitForDelivery('Do a');
  });

  it('waits again where the turn that it began meets a limit, and no more after a turn that went well', async () => {
    await add('a', resetsAt);
    now = resetsAt + minute;
    await updateQueue();
    await waitForDelivery('Do a');
    await isRead('a');
    const nextReset = now + 300 * minute;
    stops({ resetsAt: new Date(nextReset).toISOString() }, now + 1_000);
    now += 2_000;
    waits();
    await updateQueue();
    await until(ids, (all) => assert.deepEqual(all, ['a queued']));
    now = nextReset + minute;
    await updateQueue();
    await waitForDelivery('Do a', 'Do a');
    await isRead('a');
    stops(undefined, now + 1_000);
    now += 2_000;
    await updateQueue();
    await until(
      () => fs.readFileSync(path.join(home, 'prompts.json'), 'utf8'),
      (stored) => assert.doesNotMatch(stored, /dueAt/),
    );
    stops({ resetsAt: new Date(now + minute).toISOString() }, now + 1_000);
    now += 2_000;
    await updateQueue();
    assert.deepEqual(ids(), ['a read']);
  });

  it('closes the dialog about the limit first, in a terminal of the editor alone', async () => {
    inTerminal = true;
    prompts.update([session], []);
    prompts.onPresence();
    await until(card, (one) => assert.equal(one?.way, 'terminal'));
    stops({ asks: true });
    rest = undefined;
    await add('a', resetsAt);
    assert.equal(card()?.waitsFor, 'limit');
    now = resetsAt + minute;
    await updateQueue();
    assert.equal(card()?.waitsFor, 'dialog');
    const hasEscaped = (times: number): Promise<unknown> =>
      until(
        () => escapes,
        (count) => assert.equal(count, times),
      );
    await hasEscaped(1);
    now += 9_000;
    await updateQueue();
    assert.equal(escapes, 1);
    now += 1_000;
    await updateQueue();
    await hasEscaped(2);
  });

  it('says that the dialog is in the way where nobody can close it', async () => {
    stops({ asks: true });
    rest = undefined;
    await add('a', resetsAt);
    assert.equal(card()?.waitsFor, 'dialog');
    now = resetsAt + minute;
    await updateQueue();
    assert.equal(escapes, 0);
    assert.deepEqual(delivered, []);
  });
});
