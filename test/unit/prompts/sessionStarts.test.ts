import assert from 'node:assert/strict';
import type { Prompts } from '../../../src/extension/hub/prompts/prompts';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { StartClaims } from '../../../src/extension/util/hub/startClaims';
import type { NewOrder } from '../../../src/extension/hub/attention/windows';
import type { PromptCard, PromptChange } from '../../../src/shared/protocol/prompts';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import type { SourceFollowUp } from '../../../src/shared/protocol/session/followUp';
import { aSource } from '../../support/hub/followUpSources';
import { promptsOf } from '../../support/hub/somePrompts';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { aSession } from '../../support/sessionBuilder';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';

type StartOrder = Extract<NewOrder, { type: 'startSession' }>;
type Commit = () => Promise<boolean>;
type Outcome = 'taken' | 'declined' | 'silent';

const when = { kind: 'fact', fact: 'testsGreen' } as const;
const newSession = { folder: '/home/dev/shop' } as const;

describe('A follow-up that starts a session', () => {
  let home: string;
  let now: number;
  let prompts: Prompts;
  let claims: StartClaims;
  let folder: PrivateFolder;
  /** Sessions that windows have started, by id. */
  let started: Map<string, StartOrder>;
  let greenAt: number | undefined;
  let folderExists: boolean;
  let windows: string[];
  let isFromPerson: boolean;
  let isOnBoard: boolean;
  let hasEnded: boolean;
  /** Number of writes and orders after which the hub is dead. */
  let steps: number;
  let react: (order: StartOrder, commit: Commit) => Promise<Outcome>;

  const card = (sessionId = 'home'): LiveSession =>
    aSession({
      sessionId,
      transcriptPath: '',
      ...(hasEnded && {
        pid: undefined,
        agentState: { group: 'delivered', state: 'session_ended' },
      }),
      ...(started.has(sessionId) && { lastPrompt: started.get(sessionId)?.text ?? '' }),
    });
  const step = (): boolean => (steps -= 1) >= 0;
  /** A window that starts what it is ordered to. */
  const start = async (order: StartOrder, commit: Commit): Promise<Outcome> => {
    if (!(await commit())) return 'silent';
    await startIfFree(order);
    return 'taken';
  };
  async function startIfFree(order: StartOrder): Promise<void> {
    if (!(await claims.claim(order.sessionId))) return;
    started.set(order.sessionId, order);
  }
  async function startHub(lifetime = Infinity): Promise<void> {
    steps = lifetime;
    prompts = promptsOf(home, (sessionId = '') => card(sessionId), {
      folder,
      get: (sessionId) =>
        (sessionId === 'home' ? isOnBoard : started.has(sessionId)) ? card(sessionId) : undefined,
      clock: () => now,
      isFromPerson: () => isFromPerson,
      isOurs: () => Promise.resolve(step()),
      isFolder: () => Promise.resolve(folderExists),
      startersIn: (folder) => (folder === newSession.folder ? windows : []),
      windows: {
        sendOrder: (_window, order, _ms, commit = () => Promise.resolve(true)) =>
          step() && order.type === 'startSession'
            ? react(order, commit)
            : Promise.resolve('silent'),
      },
      conditions: {
        source: () =>
          aSource({
            tests: greenAt === undefined ? undefined : { ok: true, at: isoTime(greenAt) },
            texts: { title: 'Fix', branch: 'main' },
          }),
        isReady: () => true,
        exceededBudget: () => undefined,
        testOutput: () => Promise.resolve(undefined),
        machineId: () => undefined,
      },
    });
    await prompts.load();
  }
  const isoTime = (at: number): string => new Date(at).toISOString();
  async function restart(lifetime?: number): Promise<void> {
    await prompts.close();
    await startHub(lifetime);
  }
  const change = (by: PromptChange) => prompts.change('home', by);
  const add = (fields: Partial<Extract<PromptChange, { kind: 'add' }>> = {}) =>
    change({ kind: 'add', id: 'a', text: 'Review it', when, newSession, ...fields });
  const update = (): void => prompts.update([card()], []);
  const shown = (id = 'a'): PromptCard | undefined =>
    prompts.cardOf(card())?.prompts.find((one) => one.id === id);
  const passTests = (): void => {
    now += 1_000;
    greenAt = now;
    now += 1_000;
    update();
  };
  const waitFor = (check: (prompt: PromptCard | undefined) => void): Promise<unknown> =>
    until(() => {
      update();
      return shown();
    }, check);
  const waitForState = (state: PromptCard['state']): Promise<unknown> =>
    waitFor((prompt) => assert.equal(prompt?.state, state));
  const waitsFor = (reason: string | undefined): Promise<unknown> =>
    waitFor((prompt) => assert.deepEqual([prompt?.state, prompt?.waitsFor], ['queued', reason]));
  const assertStarted = async (count: number): Promise<void> => {
    for (let time = 0; time < 10; time++) {
      update();
      await waitFixedTime(20);
    }
    assert.equal(started.size, count);
  };

  beforeEach(async () => {
    home = await tempHome();
    folder = new PrivateFolder(home);
    claims = new StartClaims(folder);
    now = Date.now();
    [started, greenAt, folderExists, windows] = [new Map(), undefined, true, ['w']];
    [isFromPerson, isOnBoard, hasEnded, react] = [true, true, false, start];
    await startHub();
  });
  afterEach(async () => {
    await prompts.close();
    await removeHome(home);
  });

  it('starts it once its condition has come true, with its text and quotations', async () => {
    await add({ text: 'Review {branch}', newSession: { ...newSession, worktree: true } });
    await assertStarted(0);
    passTests();
    await waitForState('read');
    const [[sessionId = '', order] = []] = started;
    const { folder, worktree, text = '' } = order ?? {};
    assert.deepEqual([folder, worktree], [newSession.folder, true]);
    assert.match(text, /^Review “main” \[quoted\]$/u);
    assert.equal(shown()?.startedAs, sessionId);
    await restart();
    await assertStarted(1);
  });

  it('needs a condition, and does not repeat', async () => {
    const { when: _when, ...plain } = {
      kind: 'add',
      id: 'a',
      text: 'x',
      when,
      newSession,
    } as const;
    assert.equal(await change(plain), 'condition');
    assert.equal(await add({ repeat: { max: 3 } }), 'condition');
    assert.equal(shown(), undefined);
  });

  it('is shown on its card, and on that of the session that it waits for', async () => {
    await add({ when: { ...when, of: 'other' } });
    const of = (sessionId: string): readonly SourceFollowUp[] => prompts.followUpsOf(sessionId);
    for (const sessionId of ['home', 'other'])
      assert.deepEqual(
        of(sessionId).map((one) => [one.sessionId, one.id, one.newSession]),
        [['home', 'a', newSession]],
      );
  });

  it('delays no prompt of the session in whose queue it stands', async () => {
    windows = [];
    await add();
    passTests();
    await waitsFor('noStarter');
    const waitReason = () => prompts.cardOf(card())?.waitsFor;
    assert.equal(waitReason(), undefined);
    await change({ kind: 'add', id: 'b', text: 'Go on' });
    assert.equal(waitReason(), 'way');
  });

  it('waits for a window that can start it, and for its folder', async () => {
    windows = [];
    await add();
    passTests();
    await waitsFor('noStarter');
    [windows, folderExists] = [['w'], false];
    await waitsFor('folderGone');
    await assertStarted(0);
    folderExists = true;
    react = () => Promise.resolve('declined');
    await waitsFor('noStarter');
    react = start;
    await waitForState('read');
    await assertStarted(1);
  });

  it('goes to the next window if one is silent', async () => {
    windows = ['hangs', 'w'];
    const asked: string[] = [];
    react = (order, commit) => {
      asked.push(order.sessionId);
      return asked.length === 1 ? Promise.resolve('silent') : start(order, commit);
    };
    await add();
    passTests();
    await waitForState('read');
    assert.equal(new Set(asked).size, 2);
    await assertStarted(1);
  });

  it('is not started while its person holds it, while it is unsigned, or off the board', async () => {
    await add();
    await change({ kind: 'hold', id: 'a', held: true });
    passTests();
    await waitFor((prompt) => assert.ok(prompt?.metAt));
    await assertStarted(0);
    isFromPerson = false;
    await change({ kind: 'hold', id: 'a', held: false });
    await assertStarted(0);
    [isFromPerson, isOnBoard] = [true, false];
    await assertStarted(0);
    isOnBoard = true;
    await waitForState('read');
  });

  it('is held with the reason if it could not be started', async () => {
    react = async (order, commit) => {
      if (!(await commit())) return 'silent';
      await claims.claim(order.sessionId);
      await claims.fail(order.sessionId, 'Claude Code isn’t logged in.');
      return 'taken';
    };
    await add();
    passTests();
    await waitFor((prompt) => {
      assert.deepEqual([prompt?.state, prompt?.held], ['queued', true]);
      assert.equal(prompt?.problem, 'Claude Code isn’t logged in.');
    });
    react = start;
    await assertStarted(0);
    await change({ kind: 'hold', id: 'a', held: false });
    await waitForState('read');
    assert.equal(shown()?.problem, undefined);
    await assertStarted(1);
  });

  it('starts again if the hub’s permission never reached its window', async () => {
    let late: StartOrder | undefined;
    react = async (order, commit) => {
      await commit();
      late ??= order;
      return 'silent';
    };
    await add();
    passTests();
    await waitForState('handedOver');
    react = start;
    await restart();
    await assertStarted(0);
    now += 11_000;
    await waitForState('read');
    // The first window continues after all, for example after the machine has slept.
    assert.ok(late !== undefined);
    await startIfFree(late);
    await assertStarted(1);
  });

  it('is uncertain if its window died while it started the session', async () => {
    react = async (order, commit) => {
      if (await commit()) await claims.claim(order.sessionId);
      return 'taken';
    };
    await add();
    passTests();
    await waitForState('handedOver');
    react = start;
    now += 60_000;
    await restart();
    await waitForState('handedOver');
    now += 61_000;
    await waitForState('uncertain');
    await assertStarted(0);
    hasEnded = true;
    // The session of the queue is not resumed for it.
    assert.deepEqual(await change({ kind: 'again', id: 'a' }), { resume: false });
    await waitForState('read');
    await assertStarted(1);
  });

  /** A window that dies after it has claimed the start. */
  async function startWithoutResult(): Promise<void> {
    react = async (order, commit) => {
      if (await commit()) await claims.claim(order.sessionId);
      return 'taken';
    };
    await add();
    passTests();
    await waitForState('handedOver');
    await until(
      () => claims.read(shown()?.startedAs ?? ''),
      (claim) => assert.ok(claim),
    );
    react = start;
  }

  it('is not started again after days if the hub died before it saw that session', async () => {
    await startWithoutResult();
    now += 3 * 24 * 60 * 60_000;
    await restart();
    await waitForState('uncertain');
    await assertStarted(0);
  });

  it('is not started again after days if the queues could not be read at first', async () => {
    await startWithoutResult();
    now += 3 * 24 * 60 * 60_000;
    folder.readBytes = () => Promise.reject(new Error('EMFILE: too many'));
    await restart();
    assert.equal(shown(), undefined);
    folder.readBytes = (name) => new PrivateFolder(home).readBytes(name);
    await add({ id: 'b' });
    await waitForState('uncertain');
    await assertStarted(0);
  });

  it('starts one session at whatever step the hub is killed', async () => {
    for (let lifetime = 1; lifetime < 12; lifetime++) {
      const id = `k${lifetime}`;
      await add({ id });
      const before = started.size;
      await restart(lifetime);
      passTests();
      for (let time = 0; time < 5; time++) {
        update();
        await waitFixedTime(5);
      }
      await restart();
      await until(
        () => {
          now += 5_000;
          update();
          return shown(id)?.state;
        },
        (state) => assert.equal(state, 'read'),
      );
      assert.equal(started.size, before + 1, `killed after ${lifetime} steps`);
    }
  });
});
