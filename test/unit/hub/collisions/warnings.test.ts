import assert from 'node:assert/strict';
import {
  KeptCollisions,
  type Taken,
} from '../../../../src/extension/hub/collisions/keptCollisions';
import { Warnings, type WarningsParts } from '../../../../src/extension/hub/collisions/warnings';
import type { OrderFate } from '../../../../src/extension/hub/attention/windows';
import { PrivateFolder } from '../../../../src/extension/util/files/privateFolder';
import type { Presence } from '../../../../src/shared/protocol/windows';
import { Gate } from '../../../../src/extension/util/gate';
import { aWindow } from '../../../support/hub/aWindow';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { aSession } from '../../../support/sessionBuilder';
import { until } from '../../../support/until';
import { lapse } from '../../../support/lapse';

describe('The warning of work that was taken', () => {
  let home: string;
  let kept: KeptCollisions;
  let warnings: Warnings;
  let asked: unknown[];
  let changed: (readonly string[])[];
  let now: number;
  let fates: OrderFate[];
  let presences: Record<string, Partial<Presence>>;
  let status: 'same' | 'other';
  let isMuted: boolean;
  let found: unknown[];
  /** Windows answer once it is fulfilled. */
  let answers: Promise<void>;

  beforeEach(async () => {
    home = await tempHome();
    kept = new KeptCollisions(new PrivateFolder(home), (error) => assert.fail(String(error)));
    asked = [];
    changed = [];
    now = 1_000_000;
    fates = ['taken'];
    presences = { one: {}, two: { focused: true } };
    status = 'same';
    isMuted = false;
    warnings = open();
    found = [];
    answers = Promise.resolve();
    warnings.onDidFind((one) => found.push(one));
  });
  afterEach(async () => {
    warnings.dispose();
    await kept.flush();
    await removeHome(home);
  });

  const windows: WarningsParts['windows'] = {
    get present() {
      return Object.entries(presences).map(([id, presence]) => aWindow(id, presence));
    },
    ask: async (window, order, _timeout, commit) => {
      asked.push([window, order]);
      await answers;
      const fate = fates.shift() ?? 'silent';
      if (fate === 'taken') await commit?.();
      return fate;
    },
  };
  const open = (settleMs = 1): Warnings =>
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
      clock: () => now,
      settleMs,
    });

  const order = { type: 'warn', sessionId: 'owner', collision: 'one' };
  const take = async (change: Partial<Taken> = {}): Promise<Taken> => {
    const taken: Taken = {
      kind: 'taken',
      id: 'one',
      top: '/r',
      taker: 'taker',
      owner: 'owner',
      titles: {},
      at: now,
      sweeps: [{ act: 'stash', command: 'git stash' }],
      files: [{ path: '/r/a.ts', at: now - 1 }],
      dismissed: false,
      told: false,
      ...change,
    };
    await kept.put(taken);
    warnings.add(taken);
    return taken;
  };
  /** Longer than a loss that is told takes here. */
  const staysUntold = async (): Promise<void> => {
    await lapse(30);
    assert.deepEqual(asked, []);
  };
  const isAsked = (...windows: readonly string[]): Promise<unknown> =>
    until(
      () => asked,
      (all) => {
        assert.deepEqual(
          all,
          windows.map((window) => [window, order]),
        );
      },
    );
  const isTold = (): Promise<unknown> => until(() => kept.taken('one')?.told, assert.ok);

  it('is shown by one window, that with the focus, and once', async () => {
    const taken = await take();
    await isAsked('two');
    await isTold();
    warnings.add({ ...taken, told: true });
    await take({ id: 'two', told: true });
    await lapse(30);
    await isAsked('two');
  });

  it('is shown once of a loss that grows, before it is shown and after', async () => {
    warnings.dispose();
    warnings = open(200);
    const answer = new Gate();
    answers = answer.opened;
    const taken = await take();
    const grown = { ...taken, files: [...taken.files, { path: '/r/b.ts', at: now - 1 }] };
    await take(grown);
    answer.open();
    await isTold();
    assert.equal(kept.taken('one')?.files.length, 2);
    await take({ ...grown, told: true, files: [...grown.files, { path: '/r/c.ts', at: now - 1 }] });
    await lapse(500);
    await isAsked('two');
  });

  it('is shown by the next where a window does not answer', async () => {
    fates = ['silent', 'taken'];
    await take();
    await isTold();
    assert.deepEqual(found, [{ sessionId: 'owner', collision: 'one' }]);
    await isAsked('two', 'one');
  });

  it('is not repeated where a window declined it', async () => {
    fates = ['declined'];
    await take();
    await isAsked('two');
    await lapse(30);
    await isAsked('two');
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
    ['the window began to watch later', () => (presences = { one: { since: now + 1 } })],
  ] as const) {
    it(`is not shown where ${why}`, async () => {
      arrange();
      await take();
      await staysUntold();
    });
  }

  it('is not shown of what happened before the hub watched, or long ago', async () => {
    await take({ at: now - 1 });
    now += 10 * 60_000;
    await take({ id: 'two', at: now - 3 * 60_000 });
    await staysUntold();
  });

  it('is not shown where all came back at once, of which no card tells any more', async () => {
    status = 'other';
    await take();
    await until(
      () => changed,
      (all) => assert.deepEqual(all, [['taker', 'owner']]),
    );
    assert.deepEqual([asked, found], [[], []]);
    assert.equal(kept.taken('one')?.dismissed, true);
  });

  it('is found once for phones, also where no window is to show it', async () => {
    presences = {};
    const taken = await take();
    const isFound = (): Promise<unknown> =>
      until(
        () => found,
        (all) => assert.deepEqual(all, [{ sessionId: 'owner', collision: 'one' }]),
      );
    await isFound();
    warnings.add({ ...taken, files: [...taken.files, { path: '/r/b.ts', at: 1 }] });
    await lapse(30);
    await isFound();
  });

  it('stands until it is dismissed or all came back, of which no card tells any more', async () => {
    await take();
    await isTold();
    assert.equal(await warnings.stands('one'), true);
    status = 'other';
    assert.equal(await warnings.stands('one'), false);
    assert.equal(kept.taken('one')?.dismissed, true);
    assert.deepEqual(changed, [['taker', 'owner']]);
    assert.equal(await warnings.stands('one'), false);
    assert.equal(await warnings.stands('unknown'), false);
    assert.equal(changed.length, 1);
  });

  it('is shown of work that is on another branch', async () => {
    status = 'other';
    await take({ sweeps: [{ act: 'switch', command: 'git switch x', branch: 'x' }] });
    await isAsked('two');
  });
});
