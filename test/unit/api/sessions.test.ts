import assert from 'node:assert/strict';
import { createExtensionApi, type ExtensionApi } from '../../../src/extension/api/extensionApi';
import type { MissionControlApi, SessionsChange } from '../../../src/shared/api/missionControl';
import { ApiBench, aView } from '../../support/fakes/apiParts';
import { aPendingRequest, aSession } from '../../support/sessionBuilder';

describe('Sessions as other extensions read them', () => {
  let bench: ApiBench;
  let opened: ExtensionApi;
  let api: MissionControlApi;
  let received: SessionsChange[];

  beforeEach(() => {
    bench = new ApiBench([aSession({ sessionId: 'a' }), aSession({ sessionId: 'b' })]);
    opened = createExtensionApi(bench.parts);
    api = opened.exports.getAPI(1);
    received = [];
    api.onDidChangeSessions((change) => received.push(change));
  });
  afterEach(() => opened.dispose());

  it('are those on the board, the same array until it changes', () => {
    assert.deepEqual(
      api.sessions.map(({ sessionId }) => sessionId),
      ['a', 'b'],
    );
    assert.equal(api.sessions, api.sessions);
    assert.equal(api.getSession('a'), api.sessions[0]);
    assert.equal(api.getSession('c'), undefined);
    const before = api.sessions;
    bench.board.remove('a');
    assert.notEqual(api.sessions, before);
    assert.equal(api.sessions.length, 1);
  });

  it('have exactly the fields that are promised', () => {
    bench.board.put(
      aSession({
        sessionId: 'full',
        lastPrompt: 'the secret prompt',
        tasks: { completed: 1, total: 2 },
        changes: { files: 1, edits: 2 },
        pendingRequest: aPendingRequest({ toolInput: { command: 'the secret command' } }),
        repository: { branch: 'main', ahead: 2 },
        outcome: {
          commits: 1,
          pulls: [{ number: 41, url: 'https://github.com/dev/proj/pull/41' }],
          tests: { ok: true, passed: 3, stale: false },
          at: '2026-03-02T10:00:00.000Z',
        },
      }),
    );
    assert.deepEqual(api.getSession('full'), {
      sessionId: 'full',
      title: 'Add pagination to the orders endpoint',
      projectPath: '/home/dev/api-server',
      projectName: 'api-server',
      core: {
        group: 'autonomous',
        state: 'acting',
        label: 'Running Bash',
        since: '2026-03-02T09:59:30.000Z',
      },
      startedAt: '2026-03-02T09:50:00.000Z',
      lastActivityAt: '2026-03-02T09:59:55.000Z',
      model: 'claude-sonnet-4-5',
      cost: { totalUsd: 0.42, estimated: false },
      tasks: { completed: 1, total: 2 },
      changes: { files: 1, edits: 2 },
      repository: { branch: 'main', ahead: 2 },
      outcome: {
        commits: 1,
        pullRequests: [{ number: 41, url: 'https://github.com/dev/proj/pull/41' }],
        tests: { ok: true, passed: 3, stale: false },
        at: '2026-03-02T10:00:00.000Z',
      },
    });
  });

  it('have no path of another machine, where it would mean a folder of this one', () => {
    bench.board.put(
      aSession({
        sessionId: 'far',
        projectPath: '/home/dev/x',
        machine: { id: 'm1', name: 'gpu' },
      }),
    );
    assert.equal(api.getSession('far')?.projectPath, '');
  });

  it('cannot be changed by those who read them', () => {
    const write = (target: object, key: string): void =>
      assert.throws(() => Object.assign(target, { [key]: 'other' }), TypeError);
    const [session] = api.sessions;
    assert.ok(session);
    write(api.sessions, '0');
    write(session, 'title');
    write(session.core, 'group');
    write(session.cost, 'totalUsd');
    write(api, 'createLabelCollection');
    write(opened.exports, 'getAPI');
    assert.equal(bench.board.get('a')?.title, 'Add pagination to the orders endpoint');
  });

  it('are told where they differ for whoever reads them', () => {
    bench.board.put(aSession({ sessionId: 'a', title: 'Other' }), aSession({ sessionId: 'new' }));
    bench.board.put(aSession({ sessionId: 'b', lastPrompt: 'Only the board shows this' }));
    bench.board.remove('b', 'unknown');
    assert.deepEqual(
      received.map(({ changed, removed }) => [changed.map(({ sessionId }) => sessionId), removed]),
      [
        [['a', 'new'], []],
        [[], ['b']],
      ],
    );
  });

  it('are compared with those of before when a whole board comes', () => {
    bench.board.sessions = [aSession({ sessionId: 'a', title: 'Other' })];
    bench.board.tell({ whole: true, changed: bench.board.sessions });
    assert.deepEqual(
      received.map(({ changed, removed }) => [changed[0]?.title, removed]),
      [['Other', ['b']]],
    );
  });

  it('are told to each listener though another one throws, until it is disposed', () => {
    const self = {};
    const got: unknown[] = [];
    const subscriptions: { dispose(): void }[] = [];
    api.onDidChangeSessions(() => {
      throw new Error('a listener fails');
    });
    api.onDidChangeSessions(
      function (this: unknown) {
        got.push(this);
      },
      self,
      subscriptions,
    );
    bench.board.remove('a');
    assert.deepEqual(got, [self]);
    assert.match(bench.logged.join('\n'), /a listener fails/);
    subscriptions[0]?.dispose();
    bench.board.remove('b');
    assert.equal(got.length, 1);
    assert.throws(() => api.onDidChangeSessions(7 as never), /takes a function/);
  });

  it('are looked at closer by one call for many', async () => {
    for (let at = 0; at < 150; at++) bench.views.set(`s${at}`, aView(`s${at}`));
    const ids = [...bench.views.keys()];
    const views = await Promise.all([...ids, 's0', 'unknown'].map((id) => api.getView(id)));
    assert.deepEqual(
      views.map((view) => view?.sessionId),
      [...ids, 's0', undefined],
    );
    assert.deepEqual(
      bench.asked.map(({ length }) => length),
      [100, 51],
    );
    assert.ok(Object.isFrozen(views[0]) && Object.isFrozen(views[0]?.core));
    bench.hubIsGone = true;
    await assert.rejects(api.getView('s0'), /reconnecting/);
    bench.hubIsGone = false;
    assert.equal((await api.getView('s0'))?.sessionId, 's0');
    await assert.rejects(api.getView(undefined as never), TypeError);
  });

  it('come in version 1, and in no other', () => {
    assert.equal(api.version, 1);
    assert.equal(opened.exports.getAPI(1), api);
    for (const version of [0, 2, '1', undefined]) {
      assert.throws(() => opened.exports.getAPI(version as 1), /no such version.*ask for 1/);
    }
  });
});
