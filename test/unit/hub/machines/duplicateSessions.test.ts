import assert from 'node:assert/strict';
import { JoinedBoard } from '../../../../src/extension/hub/machines/joined/joinedBoard';
import { joinedDay } from '../../../../src/extension/hub/machines/joined/joinedDay';
import type { Machine } from '../../../../src/extension/hub/machines/machine';
import {
  MachineSessions,
  type MachineUpdate,
} from '../../../../src/extension/hub/machines/machineSessions';
import type { BoardUpdate } from '../../../../src/extension/hub/serve/liveStream';
import { Emitter } from '../../../../src/extension/util/emitter';
import { DuplicateSessions } from '../../../../src/extension/hub/machines/joined/duplicateSessions';
import { addressOf } from '../../../../src/shared/protocol/machines/address';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import type { DayReport } from '../../../../src/shared/protocol/work/day';
import { aSession, aSummary } from '../../../support/sessionBuilder';

const machineIds = ['m0000000000000001', 'm0000000000000002'] as const;
type On = 'here' | (typeof machineIds)[number];
const [first, second] = machineIds;

describe('A session that several hosts report', () => {
  const boards = new Map<On, Map<string, LiveSession>>();
  const homes = new Map<On, string>();
  let asked: number;
  let shown: Set<string>;
  let doubles: DuplicateSessions;

  beforeEach(() => {
    asked = 0;
    shown = new Set();
    for (const on of ['here', ...machineIds] as const) {
      boards.set(on, new Map());
      homes.set(on, '');
    }
    doubles = new DuplicateSessions(() =>
      [...boards].map(([on, sessions]) => ({
        home: homes.get(on) ?? '',
        get(sessionId) {
          asked += 1;
          return sessions.get(sessionId);
        },
      })),
    );
  });

  function emitSession(
    on: On,
    id: string,
    { lives = false, away = false, group = 'delivered' } = {},
  ): void {
    const sessionId = on === 'here' ? id : addressOf({ machineId: on, sessionId: id });
    const { pid: _pid, ...rest } = aSession({ sessionId });
    const session = {
      ...rest,
      agentState: { ...rest.agentState, group },
      ...(lives && { pid: 7 }),
      ...(on !== 'here' && { machine: { id: on, name: on, ...(away && { away: 'then' }) } }),
    } as LiveSession;
    boards.get(on)?.set(id, session);
    follow({ changed: [session], removed: [] });
  }

  function end(on: On, id: string): void {
    boards.get(on)?.delete(id);
    follow({
      changed: [],
      removed: [on === 'here' ? id : addressOf({ machineId: on, sessionId: id })],
    });
  }

  /** Applies an update like a reader of the stream. */
  function follow(update: Parameters<DuplicateSessions['filterUpdate']>[0]): void {
    const { changed, removed } = doubles.filterUpdate(update);
    for (const sessionId of removed) shown.delete(sessionId);
    for (const { sessionId } of changed) shown.add(sessionId);
  }

  const cards = (): readonly string[] =>
    [...shown].map((id) => (id.includes('/') ? id.slice(0, id.indexOf('/')) : 'here')).sort();

  it('is shown for the host that runs it, whichever host reports it first', () => {
    emitSession('here', 'a');
    assert.deepEqual(cards(), ['here']);
    emitSession(first, 'a', { lives: true });
    assert.deepEqual(cards(), [first]);
    emitSession(second, 'a');
    emitSession('here', 'a');
    assert.deepEqual(cards(), [first]);
    emitSession(first, 'a');
    emitSession('here', 'a', { lives: true });
    assert.deepEqual(cards(), ['here']);
  });

  it('is shown for this computer if no host runs it or its host is disconnected', () => {
    emitSession(first, 'a', { lives: true });
    emitSession('here', 'a');
    assert.deepEqual(cards(), [first]);
    emitSession(first, 'a', { lives: true, away: true });
    assert.deepEqual(cards(), ['here']);
    emitSession(first, 'a', { lives: true });
    assert.deepEqual(cards(), [first]);
    end(first, 'a');
    assert.deepEqual(cards(), ['here']);
    end('here', 'a');
    assert.deepEqual(cards(), []);
  });

  it('is shown twice if two processes run it or two config homes have its id', () => {
    emitSession('here', 'a', { lives: true });
    emitSession(first, 'a', { lives: true });
    assert.deepEqual(cards(), ['here', first]);
    homes.set(first, 'its own');
    emitSession(first, 'a');
    assert.deepEqual(cards(), ['here', first]);
  });

  it('is counted once', () => {
    emitSession('here', 'a', { group: 'needs_you' });
    emitSession(first, 'a', { lives: true, group: 'needs_you' });
    assert.deepEqual([doubles.hiddenAt().needs_you, doubles.hiddenAt(first).all], [1, 0]);
    emitSession('here', 'a');
    assert.deepEqual([doubles.hiddenAt().needs_you, doubles.hiddenAt().delivered], [0, 1]);
    end(first, 'a');
    assert.deepEqual(doubles.hiddenAt().all, 0);
  });

  it('costs no look at others, and none at all where no home is another’s', () => {
    for (let at = 0; at < 50; at += 1) emitSession('here', `${at}`);
    asked = 0;
    emitSession('here', '7');
    assert.equal(asked, 3);
    homes.set(first, 'its own').set(second, 'another');
    asked = 0;
    emitSession('here', '7');
    assert.equal(asked, 0);
  });

  it('is notified of only by the host that runs it, and is counted once on the merged board', () => {
    const own = new Emitter<BoardUpdate>();
    const there = new Emitter<MachineUpdate>();
    const session = (sessionId: string, change: Partial<LiveSession> = {}): LiveSession => {
      const { pid: _pid, ...rest } = aSession({
        sessionId,
        agentState: { group: 'needs_you', state: 'needs_permission' },
      });
      return { ...rest, ...change };
    };
    const here = session('a');
    const address = addressOf({ machineId: first, sessionId: 'a' });
    const running = session(address, { pid: 7, machine: { id: first, name: 'b' } });
    const summary = { ...aSummary([here]), stranded: ['a', 'other'] };
    const sessions = new MachineSessions(() => ({ machine: { id: first, name: 'b' }, skewMs: 0 }));
    sessions.apply({ type: 'sessions', data: [{ ...running, sessionId: 'a' }] });
    const card = { key: 'b', machineId: first, name: 'b', status: 'connected' } as const;
    const sums = { needsYouCount: 1, sessionCount: 1, costTodayUsd: 0, tokensToday: 0 };
    const machine = { machineId: first, sessions } as Machine;
    const board = new JoinedBoard(
      {
        onDidChange: own.event,
        snapshot: () => ({ sessions: [here], summary }),
        get: (sessionId) => (sessionId === 'a' ? here : undefined),
      },
      {
        all: [machine],
        cards: [{ ...card, ...sums }],
        homeOf: () => '',
        ownAccount: undefined,
        sessions: [running],
        session: () => running,
        onDidUpdate: there.event,
        onDidChangeCards: () => ({ dispose: () => undefined }),
      },
    );
    const called: string[] = [];
    board.onDidChangeOwn(({ changed }) => called.push(...changed.map((one) => one.sessionId)));
    there.fire({ changed: [running], removed: [] });
    own.fire({ changed: [here], removed: [], summary: undefined });
    assert.deepEqual(called, []);
    const snapshot = board.snapshot();
    assert.deepEqual(
      snapshot.sessions.map(({ sessionId }) => sessionId),
      [address],
    );
    assert.equal(snapshot.summary.needsYouCount, 1);
    assert.deepEqual(snapshot.summary.stranded, ['other']);
    sessions.clear();
    there.fire({ changed: [], removed: [address] });
    assert.deepEqual(called, ['a']);
    board.dispose();
  });

  it('has one lane in the report on a day, the longest that a host reports', async () => {
    const lane = (blockedMs: number): DayReport['lanes'][number] => ({
      sessionId: 'a',
      title: 'a',
      projectName: 'a',
      blockedMs,
      runningMs: 1,
      allowedCalls: blockedMs,
      stretches: [],
    });
    const report = (blockedMs: number): DayReport => {
      const [from, to] = [new Date(0).toISOString(), new Date(1_000).toISOString()];
      return { day: 'd', days: [], from, to, blockedMs, runningMs: 1, lanes: [lane(blockedMs)] };
    };
    let there = 7;
    const machine = {
      key: 'b',
      isConnected: true,
      skewMs: 0,
      machineClock: { machine: { id: first, name: 'b' }, skewMs: 0 },
      call: () => Promise.resolve(report(there)),
    } as unknown as Machine;
    const day = joinedDay(() => report(5), { all: [machine], homeOf: () => '' });
    const merged = (await day({}, undefined)) as DayReport;
    assert.deepEqual([merged.blockedMs, merged.runningMs, merged.allowedCalls], [7, 1, 7]);
    assert.deepEqual(
      merged.lanes.map((one) => one.machine?.name),
      ['b'],
    );
    there = 3;
    const other = (await day({}, undefined)) as DayReport;
    assert.deepEqual([other.blockedMs, other.lanes[0]?.machine], [5, undefined]);
    const apart = joinedDay(() => report(5), { all: [machine], homeOf: ({ key }) => key });
    assert.equal(((await apart({}, undefined)) as DayReport).lanes.length, 2);
  });
});
