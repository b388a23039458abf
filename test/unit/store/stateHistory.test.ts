import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { withAllowedCalls } from '../../../src/extension/hub/store/dayReport';
import { dayOf, StateHistory } from '../../../src/extension/hub/store/stateHistory';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import type { AgentState } from '../../../src/shared/protocol/protocol';
import { aBlockedCall, blockedCalls } from '../../support/board/blockedCalls';
import { aSession } from '../../support/sessionBuilder';

const noon = new Date(2026, 2, 2, 12).getTime();
const minute = 60_000;
const states = {
  runs: { group: 'autonomous', state: 'acting' },
  asks: { group: 'needs_you', state: 'needs_permission' },
  rests: { group: 'needs_you', state: 'idle' },
  over: { group: 'delivered', state: 'session_ended' },
} as const satisfies Record<string, Partial<AgentState>>;

describe('StateHistory', () => {
  let folder: string;
  let now: number;
  let errors: unknown[];
  let histories: StateHistory[];

  beforeEach(() => {
    folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'mission-control-')), 'days');
    now = noon;
    errors = [];
    histories = [];
  });
  afterEach(() => {
    for (const history of histories) history.dispose();
    fs.rmSync(path.dirname(folder), { recursive: true });
  });

  async function opened(): Promise<StateHistory> {
    const onError = (error: unknown) => void errors.push(error);
    const history = new StateHistory(new PrivateFolder(folder), onError, () => now);
    histories.push(history);
    await history.load();
    return history;
  }

  /** Advances the clock with regular ticks, as on a machine that stays awake. */
  function passTo(history: StateHistory, at: number): void {
    while (now < at) {
      now = Math.min(at, now + minute);
      history.tick();
    }
  }

  /** Records a session's state since this many minutes after noon. */
  function note(history: StateHistory, id: string, what: keyof typeof states, since: number): void {
    passTo(history, noon + since * minute);
    const stateSince = new Date(noon + since * minute).toISOString();
    history.record(aSession({ sessionId: id, title: id, stateSince, agentState: states[what] }));
  }

  const shape = async (history: StateHistory, day?: string) => {
    const { lanes, blockedMs, runningMs } = await history.day(day);
    return {
      blocked: blockedMs / minute,
      running: runningMs / minute,
      lanes: lanes.map(({ sessionId, stretches }) => [
        sessionId,
        ...stretches.map(
          ({ from, to, kind }) =>
            `${kind} ${(Date.parse(from) - noon) / minute}-${(Date.parse(to) - noon) / minute}`,
        ),
      ]),
    };
  };

  it('reports a day by sessions, with the time that agents waited for the person', async () => {
    const history = await opened();
    note(history, 'a', 'runs', 0);
    note(history, 'a', 'asks', 10);
    note(history, 'b', 'runs', 12);
    note(history, 'a', 'runs', 14);
    note(history, 'a', 'over', 20);
    passTo(history, noon + 30 * minute);
    assert.deepEqual(await shape(history), {
      blocked: 4,
      running: 34,
      lanes: [
        ['a', 'running 0-10', 'blocked 10-14', 'running 14-20'],
        ['b', 'running 12-30'],
      ],
    });
    const report = await history.day();
    assert.deepEqual(report.days, ['2026-03-02']);
    assert.deepEqual(
      report.lanes.map(({ blockedMs, runningMs }) => [blockedMs / minute, runningMs / minute]),
      [
        [4, 16],
        [0, 18],
      ],
    );
  });

  it('counts the calls that auto mode blocked, each once and on its own day, over a restart', async () => {
    const first = await opened();
    const at = (minutes: number) => aBlockedCall(noon + minutes * minute);
    note(first, 'a', 'runs', 0);
    passTo(first, noon + 10 * minute);
    const session = { sessionId: 'a', title: 'a', agentState: states.runs };
    const stateSince = new Date(noon).toISOString();
    first.record(aSession({ ...session, stateSince, blocked: blockedCalls(at(3), at(-24 * 60)) }));
    first.record(aSession({ ...session, stateSince, blocked: blockedCalls(at(5), at(3)) }));
    await first.flush();
    const report = await (await opened()).day();
    assert.deepEqual([report.blockedCalls, report.lanes[0]?.blockedCalls], [2, 2]);
    now += 24 * 60 * minute;
    assert.equal((await first.day()).blockedCalls, undefined);
    assert.equal((await first.day('2026-03-02')).blockedCalls, 2);
  });

  it('adds what grants allowed to the lanes of their sessions', async () => {
    const history = await opened();
    note(history, 'a', 'runs', 0);
    passTo(history, noon + 10 * minute);
    const report = withAllowedCalls(
      await history.day(),
      new Map(Object.entries({ a: 3, gone: 2 })),
    );
    assert.deepEqual([report.allowedCalls, report.lanes[0]?.allowedCalls], [3, 3]);
    assert.ok(!('allowedCalls' in withAllowedCalls(await history.day(), new Map())));
  });

  it('has no lane for a session that had ended or was only idle', async () => {
    const history = await opened();
    note(history, 'a', 'over', -300);
    note(history, 'b', 'rests', -10);
    assert.deepEqual((await shape(history)).lanes, []);
  });

  it('is stored privately over a restart, and continues after it', async () => {
    const first = await opened();
    note(first, 'a', 'runs', 0);
    note(first, 'a', 'asks', 5);
    await first.flush();
    const file = path.join(folder, '2026-03-02.json');
    if (process.platform !== 'win32') assert.equal(fs.statSync(file).mode & 0o777, 0o600);
    const second = await opened();
    note(second, 'a', 'asks', 5);
    note(second, 'a', 'runs', 9);
    now = noon + 10 * minute;
    assert.deepEqual((await shape(second)).lanes, [
      ['a', 'running 0-5', 'blocked 5-9', 'running 9-10'],
    ]);
  });

  it('starts a new day at midnight with the running sessions, and keeps the day before', async () => {
    const history = await opened();
    note(history, 'a', 'runs', 0);
    note(history, 'b', 'runs', 0);
    note(history, 'b', 'over', 5);
    note(history, 'a', 'asks', 11 * 60);
    await history.flush();
    note(history, 'a', 'runs', 12 * 60 + 30);
    await history.flush();
    const today = await history.day();
    assert.deepEqual(today.days, ['2026-03-02', '2026-03-03']);
    assert.deepEqual(
      [today.lanes.map(({ sessionId }) => sessionId), today.blockedMs / minute],
      [['a'], 30],
    );
    assert.deepEqual(await shape(history, '2026-03-02'), {
      blocked: 60,
      running: 11 * 60 + 5,
      lanes: [
        ['a', 'running 0-660', 'blocked 660-720'],
        ['b', 'running 0-5'],
      ],
    });
  });

  it('does not count the time for which the computer slept', async () => {
    const history = await opened();
    note(history, 'a', 'asks', 0);
    now = noon + 2 * minute;
    history.tick();
    now = noon + 500 * minute;
    history.tick();
    now = noon + 501 * minute;
    assert.equal((await shape(history)).blocked, 3);
  });

  it('reports the last hour of a session', async () => {
    const history = await opened();
    note(history, 'a', 'runs', 0);
    note(history, 'a', 'rests', 30);
    note(history, 'a', 'runs', 100);
    assert.deepEqual(
      history.recent('a').map(({ at, kind }) => [(at - noon) / minute, kind]),
      [
        [30, 'idle'],
        [100, 'running'],
      ],
    );
    assert.deepEqual(history.recent('nobody'), []);
  });

  it('treats a damaged file as empty, and reports it', async () => {
    fs.mkdirSync(folder, { mode: 0o700 });
    fs.writeFileSync(path.join(folder, '2026-03-02.json'), '{"version":1,"lanes":[{}]}');
    const history = await opened();
    assert.equal(errors.length, 1);
    note(history, 'a', 'runs', 0);
    passTo(history, noon + minute);
    assert.equal((await history.day()).lanes.length, 1);
  });

  it('keeps the days of a month', async () => {
    const history = await opened();
    for (let day = 0; day < 40; day += 1) {
      note(history, 'a', day % 2 === 0 ? 'runs' : 'asks', day * 24 * 60);
      await history.flush();
    }
    const files = fs.readdirSync(folder).sort();
    assert.equal(files.length, 31);
    assert.equal(files.at(-1), `${dayOf(now)}.json`);
  });
});
