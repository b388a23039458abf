import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { routes } from '../../../src/shared/protocol/protocol';
import {
  attendedSchema,
  nextAnswerSchema,
  showOutcomeSchema,
  type Mute,
  type Presence,
} from '../../../src/shared/protocol/windows';
import { aPresence } from '../../support/hub/aWindow';
import { aHook } from '../../support/hub/hooks';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { TestWindow } from '../../support/hub/testWindow';
import { skip } from '../../support/skip';
import { until } from '../../support/until';
import { idleProcess } from '../../support/processes/processes';

describe('The hub and its windows', function () {
  this.timeout(60_000);
  let home: string;
  let hub: TestHub;
  let windows: TestWindow[];
  let children: ChildProcess[];

  beforeEach(async () => {
    home = await tempHome();
    hub = await TestHub.start(home);
    windows = [];
    children = [];
  });
  afterEach(async () => {
    for (const window of windows) window.close();
    for (const child of children) child.kill('SIGKILL');
    await hub.close();
    await removeHome(home);
  });

  async function open(id: string, presence: Partial<Presence> = {}): Promise<TestWindow> {
    const window = await TestWindow.open(hub, id, presence);
    windows.push(window);
    return window;
  }

  const call = { tool_name: 'Bash', tool_input: { command: 'ls' } };

  /** Lets the session ask for a permission. */
  async function blocks(sessionId: string, cwd = '/home/dev/shop'): Promise<void> {
    const about = { session_id: sessionId, cwd };
    await hub.hook(aHook('UserPromptSubmit', { ...about, prompt: 'Go' }));
    await hub.hook(aHook('PermissionRequest', { ...about, ...call }));
  }

  const completeCall = (sessionId: string): Promise<unknown> =>
    hub.hook(aHook('PostToolUse', { session_id: sessionId, ...call }));

  /** Notifications that windows accepted, as `window session`, in order. */
  const acceptedOrders = (): string[] =>
    windows.flatMap(({ id, taken }) =>
      taken.flatMap((order) => (order.type === 'notify' ? `${id} ${order.sessionId}` : [])),
    );

  async function waitForOrders(...expected: string[]): Promise<void> {
    await until(acceptedOrders, (now) => assert.deepEqual(now.toSorted(), expected.toSorted()));
  }

  async function mute(mute: Mute, on = true): Promise<void> {
    await windows[0]?.post(routes.mutes, { mute, on });
  }

  /** Starts a process with a file in the client's registry. */
  async function runs(sessionId: string, status: string, fields: object = {}): Promise<number> {
    const child = idleProcess();
    children.push(child);
    const { pid } = child;
    await writeRegistry(pid, sessionId, status, fields);
    return pid;
  }

  async function writeRegistry(
    pid: number,
    sessionId: string,
    status: string,
    fields: object = {},
  ): Promise<void> {
    const now = Date.now();
    const entry = { pid, sessionId, cwd: '/home/dev/shop', startedAt: now, status, ...fields };
    await mkdir(path.join(home, 'sessions'), { recursive: true });
    const file = path.join(home, 'sessions', `${pid}.json`);
    await writeFile(file, JSON.stringify({ ...entry, statusUpdatedAt: now, updatedAt: now }));
  }

  const permission = { waitingFor: 'permission prompt' };

  it('call a person once, in one window, for each incident', async () => {
    await open('a');
    await open('b');
    await blocks('one');
    await waitForOrders('a one');
    await completeCall('one');
    await blocks('one');
    await waitForOrders('a one', 'a one');
  });

  it('ask the next window when one says nothing, and grant it once', async () => {
    const deaf = await open('deaf', { focused: true });
    deaf.reaction = 'ignore';
    await open('other');
    await blocks('one');
    await waitForOrders('other one');
    const [order] = deaf.orders;
    const late = { order: order?.order ?? '', taken: true };
    await assert.rejects(deaf.post(`${routes.windows}/deaf/answer`, late), /somebody else/);
    await assert.rejects(
      windows[1]?.post(`${routes.windows}/other/answer`, late) ?? Promise.resolve(),
      /somebody else/,
    );
  });

  it('ask the next window at once when one closes', async () => {
    const leaving = await open('leaving', { focused: true });
    leaving.reaction = 'ignore';
    await open('other');
    await blocks('one');
    await until(
      () => leaving.orders,
      (orders) => assert.equal(orders.length, 1),
    );
    leaving.close();
    await waitForOrders('other one');
  });

  it('leave it at that when the window finds the session in front', async () => {
    const front = await open('front', { focused: true });
    front.reaction = 'decline';
    await open('other');
    await blocks('one');
    await until(
      () => front.orders,
      (orders) => assert.equal(orders.length, 1),
    );
    await blocks('two');
    await until(
      () => front.orders.map((order) => 'sessionId' in order && order.sessionId),
      (orders) => assert.deepEqual(orders, ['one', 'two']),
    );
    assert.deepEqual(acceptedOrders(), []);
  });

  it('call nobody for what is answered in a moment, is in front, or is muted', async () => {
    await open('a', { focused: true, front: { sessions: ['seen'] } });
    await mute({ scope: 'session', sessionId: 'quiet' });
    await mute({ scope: 'project', path: '/home/dev/quiet' });
    await mute({ scope: 'session', sessionId: 'over', until: Date.now() - 1 });
    await blocks('moment');
    await completeCall('moment');
    await blocks('seen');
    await blocks('quiet');
    await blocks('other', '/home/dev/quiet');
    await blocks('over');
    await waitForOrders('a over');
    await mute({ scope: 'session', sessionId: 'quiet' }, false);
    await completeCall('quiet');
    await blocks('quiet');
    await waitForOrders('a over', 'a quiet');
  });

  it('call nobody for an old incident when the person takes a mute back', async () => {
    await open('a');
    await mute({ scope: 'all' });
    await blocks('old');
    await until(
      () => readFile(path.join(home, 'mission-control', 'notified.json'), 'utf8'),
      (text) => assert.match(text, /old/),
    );
    await mute({ scope: 'all' }, false);
    await blocks('new');
    await waitForOrders('a new');
  });

  it('tell every window what is muted, over restarts', async () => {
    await open('a');
    await mute({ scope: 'project', path: '/home/dev/shop' });
    await mute({ scope: 'all', until: Date.now() + 60_000 });
    await mute({ scope: 'all' }, false);
    const expected = [{ scope: 'project', path: '/home/dev/shop' }];
    await until(
      () => windows[0]?.mutes,
      (mutes) => assert.deepEqual(mutes, expected),
    );
    await hub.close();
    hub = await TestHub.start(home);
    assert.deepEqual((await open('b')).mutes, expected);
    if (process.platform !== 'win32') assert.equal(await mode('mutes.json'), 0o600);
  });

  async function mode(name: string): Promise<number> {
    return (await stat(path.join(home, 'mission-control', name))).mode & 0o777;
  }

  it('call nobody for what began before a window', async () => {
    const pid = await runs('before', 'waiting', permission);
    await hub.waitFor('before', ({ agentState }) =>
      assert.equal(agentState.state, 'needs_permission'),
    );
    await open('a', { since: Date.now() });
    await blocks('after');
    await waitForOrders('a after');
    await writeRegistry(pid, 'before', 'busy');
    await hub.waitFor('before', ({ agentState }) => assert.equal(agentState.group, 'autonomous'));
    await writeRegistry(pid, 'before', 'waiting', permission);
    await waitForOrders('a after', 'a before');
  });

  describe('when another hub takes over', () => {
    async function replaceHub(meanwhile: () => Promise<unknown>): Promise<void> {
      for (const window of windows.splice(0)) window.close();
      await hub.close();
      await meanwhile();
      hub = await TestHub.start(home);
    }

    it('tell nothing twice, and nothing too little', async () => {
      const [first, second] = [await runs('first', 'busy'), await runs('second', 'busy')];
      await hub.waitFor('second', ({ agentState }) => assert.equal(agentState.group, 'autonomous'));
      const since = Date.now();
      await open('a', { since });
      await writeRegistry(first, 'first', 'waiting', permission);
      await waitForOrders('a first');
      await replaceHub(() => writeRegistry(second, 'second', 'waiting', permission));
      await open('b', { since });
      await blocks('third');
      await waitForOrders('b second', 'b third');
    });

    it('go on when the list of what was told is damaged', async () => {
      await open('a');
      await replaceHub(() =>
        writeFile(path.join(home, 'mission-control', 'notified.json'), '{"first":'),
      );
      await open('b');
      await blocks('one');
      await waitForOrders('b one');
    });
  });

  it('call a person though nothing can be written down', async () => {
    // A folder in the file's place makes the hub's rename fail.
    await mkdir(path.join(home, 'mission-control', 'notified.json', 'in'), { recursive: true });
    await open('a');
    await blocks('one');
    await waitForOrders('a one');
    await completeCall('one');
    await blocks('one');
    await waitForOrders('a one', 'a one');
  });

  it('are not spoken for by somebody who does not read the stream', async () => {
    const window = await open('a');
    await assert.rejects(window.post(`${routes.windows}/a`, {}), /lacks what/);
    for (const name of ['stranger', 'a']) {
      const { status, text } = await hub.post(`${routes.windows}/${name}`, aPresence());
      assert.equal(status, 409);
      assert.match(text, /Open the stream/u);
    }
  });

  describe('lead to a session', () => {
    const show = async (window: TestWindow, sessionId: string): Promise<unknown> => {
      const answer = await window.post(`${routes.sessions}/${sessionId}/show`, {
        window: window.id,
      });
      return showOutcomeSchema.parse(answer);
    };

    it('in the window that has its terminal', async function () {
      if (process.platform !== 'linux') skip(this, 'it follows the processes of Linux');
      const pid = await runs('one', 'busy');
      await hub.waitFor('one', (session) => assert.equal(session.pid, pid));
      const asker = await open('asker', { terminals: [1] });
      const holder = await open('holder', { terminals: [process.pid], folders: ['/home/dev/x'] });
      assert.deepEqual(await show(asker, 'one'), {
        kind: 'shown',
        window: 'holder',
        folders: ['/home/dev/x'],
      });
      const [order] = holder.taken;
      assert.ok(order?.type === 'showTerminal');
      assert.deepEqual([order.sessionId, order.terminal], ['one', process.pid]);
      holder.reaction = 'ignore';
      assert.deepEqual(await show(asker, 'one'), { kind: 'silent', folders: ['/home/dev/x'] });
    });

    it('by saying where it runs, or that it has ended', async function () {
      if (process.platform !== 'linux') skip(this, 'it follows the processes of Linux');
      const pid = await runs('one', 'busy');
      await hub.waitFor('one', (session) => assert.equal(session.pid, pid));
      const asker = await open('asker');
      const shown = showOutcomeSchema.parse(await show(asker, 'one'));
      assert.ok(shown.kind === 'outside');
      assert.equal(shown.place.pid, pid);
      assert.equal(shown.place.programs[0], 'node');
      await blocks('ended');
      await hub.hook(aHook('SessionEnd', { session_id: 'ended' }));
      assert.deepEqual(await show(asker, 'ended'), { kind: 'ended' });
      await assert.rejects(show(asker, 'unknown'), /no session with this ID/);
    });
  });

  it('go round all sessions that need a person, from any window', async () => {
    const [a, b] = [await open('a'), await open('b')];
    await blocks('one');
    await blocks('two');
    await blocks('three');
    await until(
      () => hub.summary(),
      ({ needsYouCount }) => assert.equal(needsYouCount, 3),
    );
    const next = async (window: TestWindow | undefined): Promise<string | undefined> => {
      const answer = await window?.post(routes.next, { window: window.id });
      return nextAnswerSchema.parse(answer).sessionId;
    };
    const round = [await next(a), await next(b), await next(a), await next(b)];
    assert.deepEqual(round, ['one', 'two', 'three', 'one']);
    await b?.tell({ focused: true, front: { sessions: ['two'] } });
    assert.equal(await next(b), 'three');
    await b?.tell({ focused: true, front: { sessions: [], inHand: ['one'] } });
    assert.equal(await next(b), 'two');
  });

  it('know which sessions persons are at, in windows that have the focus', async () => {
    const [a, b] = [await open('a'), await open('b')];
    const attended = async (): Promise<unknown> => {
      const { text } = await hub.call(routes.windows);
      const { inHand, inSight } = attendedSchema.parse(JSON.parse(text));
      return { inHand: inHand.toSorted(), inSight };
    };
    await a?.tell({
      focused: true,
      front: { sessions: ['read'], inHand: ['open'], cards: ['seen'] },
    });
    const left = ['left'];
    await b?.tell({ focused: false, front: { sessions: left, inHand: left, cards: left } });
    assert.deepEqual(await attended(), { inHand: ['open', 'read'], inSight: ['seen'] });
    a?.close();
    await until(attended, (now) => assert.deepEqual(now, { inHand: [], inSight: [] }));
  });
});
