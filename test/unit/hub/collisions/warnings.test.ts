import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import {
  KeptCollisions,
  type WorkLoss,
} from '../../../../src/extension/hub/collisions/keptCollisions';
import { Warnings, type WarningsParts } from '../../../../src/extension/hub/collisions/warnings';
import type { OrderOutcome } from '../../../../src/extension/hub/attention/windows';
import type { Presence } from '../../../../src/shared/protocol/windows';
import { Gate } from '../../../../src/extension/util/gate';
import { aWindow } from '../../../support/hub/aWindow';
import { HandClock } from '../../../support/handClock';
import { MemoryFolder } from '../../../support/hub/memoryFolder';
import { aSession } from '../../../support/sessionBuilder';

describe('The warning about lost work', () => {
  let kept: KeptCollisions;
  let warnings: Warnings;
  let asked: unknown[];
  let changed: (readonly string[])[];
  let clock: HandClock;
  let fates: OrderOutcome[];
  let presences: Record<string, Partial<Presence>>;
  let status: 'same' | 'other';
  let isMuted: boolean;
  let found: unknown[];
  /** Windows answer once this promise is fulfilled. */
  let answers: Promise<void>;

  beforeEach(() => {
    kept = new KeptCollisions(
      new MemoryFolder('/nowhere'),
      (error) => assert.fail(String(error)),
      () => clock.now(),
    );
    asked = [];
    changed = [];
    clock = new HandClock();
    fates = ['taken'];
    presences = { one: {}, two: { focused: true } };
    status = 'same';
    isMuted = false;
    warnings = open();
    found = [];
    answers = Promise.resolve();
    warnings.onDidFind((one) => found.push(one));
  });
  afterEach(() => warnings.dispose());

  const windows: WarningsParts['windows'] = {
    get present() {
      return Object.entries(presences).map(([id, presence]) => aWindow(id, presence));
    },
    sendOrder: async (window, order, _timeout, commit) => {
      asked.push([window, order]);
      await answers;
      const fate = fates.shift() ?? 'silent';
      if (fate === 'taken') await commit?.();
      return fate;
    },
  };
  const open = (): Warnings =>
    new Warnings({
      windows,
      places: {
        find: () =>
          Promise.resolve({ window: undefined, line: [], reach: 'none', terminal: undefined }),
      },
      isMuted: () => isMuted,
      session: (sessionId) => aSession({ sessionId }),
      kept,
      evidence: (_top, paths) =>
        Promise.resolve(
          new Map(paths.map((path) => [path, { writtenAt: 1, folderAt: 1, status }] as const)),
        ),
      onDidChange: (sessionIds) => changed.push(sessionIds),
      onError: (error) => assert.fail(String(error)),
      clock,
    });

  const order = { type: 'warn', sessionId: 'owner', collision: 'one' };
  const take = async (change: Partial<WorkLoss> = {}): Promise<WorkLoss> => {
    const taken: WorkLoss = {
      kind: 'taken',
      id: 'one',
      top: '/r',
      taker: 'taker',
      owner: 'owner',
      titles: {},
      at: clock.now(),
      sweeps: [{ act: 'stash', command: 'git stash' }],
      files: [{ path: '/r/a.ts', at: clock.now() - 1 }],
      dismissed: false,
      told: false,
      ...change,
    };
    await kept.put(taken);
    warnings.add(taken);
    return taken;
  };
  /** Advances the clock, by default by the pause after windows that did not answer. */
  const go = async (ms = 5_000): Promise<void> => {
    clock.go(ms);
    await turn();
  };
  const assertNotShown = async (): Promise<void> => {
    await go();
    await go();
    assert.deepEqual(asked, []);
  };
  const assertAsked = (...windows: readonly string[]): void =>
    assert.deepEqual(
      asked,
      windows.map((window) => [window, order]),
    );
  const assertShown = (): void => assert.equal(kept.lossWithId('one')?.told, true);

  it('is shown once, by the focused window', async () => {
    const taken = await take();
    await go(2_999);
    assertAsked();
    await go(1);
    assertAsked('two');
    assertShown();
    warnings.add({ ...taken, told: true });
    await take({ id: 'two', told: true });
    await go();
    assertAsked('two');
  });

  it('is shown once for a loss that grows before or after the warning', async () => {
    const answer = new Gate();
    answers = answer.opened;
    const taken = await take();
    const grown = { ...taken, files: [...taken.files, { path: '/r/b.ts', at: 1 }] };
    await take(grown);
    await go();
    answer.open();
    await turn();
    assertShown();
    assert.equal(kept.lossWithId('one')?.files.length, 2);
    await take({ ...grown, told: true, files: [...grown.files, { path: '/r/c.ts', at: 1 }] });
    await go();
    assertAsked('two');
  });

  it('is shown by the next window if one does not answer', async () => {
    fates = ['silent', 'taken'];
    await take();
    await go();
    assertShown();
    assert.deepEqual(found, [{ sessionId: 'owner', collision: 'one' }]);
    assertAsked('two', 'one');
  });

  it('is shown later if no window answers at first, and fires its event once', async () => {
    fates = ['silent', 'silent', 'taken'];
    await take();
    await go(3_000);
    assertAsked('two', 'one');
    await go(4_999);
    assertAsked('two', 'one');
    await go(1);
    assertAsked('two', 'one', 'two');
    assertShown();
    assert.equal(found.length, 1);
  });

  it('is not repeated if a window declined it', async () => {
    fates = ['declined'];
    await take();
    await go();
    await go();
    assertAsked('two');
  });

  for (const [why, arrange] of [
    ['the session is muted', () => (isMuted = true)],
    ['notifications are off', () => (presences = { one: { notifications: 'off' } })],
    [
      'the person looks at the session',
      () => {
        presences = { one: { focused: true, front: { sessions: ['owner'] } } };
      },
    ],
    ['the window connected later', () => (presences = { one: { since: clock.now() + 1 } })],
  ] as const) {
    it(`is not shown if ${why}`, async () => {
      arrange();
      await take();
      await assertNotShown();
    });
  }

  it('is not shown for a loss from before the hub’s start or from long ago', async () => {
    await take({ at: clock.now() - 1 });
    await go(10 * 60_000);
    await take({ id: 'two', at: clock.now() - 3 * 60_000 });
    await assertNotShown();
  });

  it('is not shown if all files were restored at once, and no card shows the loss then', async () => {
    status = 'other';
    await take();
    await go();
    assert.deepEqual([changed, asked, found], [[['taker', 'owner']], [], []]);
    assert.equal(kept.lossWithId('one')?.dismissed, true);
  });

  it('fires its event for phones once, even if no window may show it', async () => {
    presences = {};
    const taken = await take();
    await go();
    warnings.add({ ...taken, files: [...taken.files, { path: '/r/b.ts', at: 1 }] });
    await go();
    assert.deepEqual(found, [{ sessionId: 'owner', collision: 'one' }]);
  });

  it('stays valid until it is dismissed or all files are restored, and no card shows the loss then', async () => {
    await take();
    await go();
    assertShown();
    assert.equal(await warnings.stands('one'), true);
    status = 'other';
    assert.equal(await warnings.stands('one'), false);
    assert.equal(kept.lossWithId('one')?.dismissed, true);
    assert.deepEqual(changed, [['taker', 'owner']]);
    assert.equal(await warnings.stands('one'), false);
    assert.equal(await warnings.stands('unknown'), false);
    assert.equal(changed.length, 1);
  });

  it('is shown for work that was carried to another branch', async () => {
    status = 'other';
    await take({ sweeps: [{ act: 'switch', command: 'git switch x', branch: 'x' }] });
    await go();
    assertAsked('two');
  });
});
