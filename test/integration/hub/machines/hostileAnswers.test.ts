import assert from 'node:assert/strict';
import {
  joinedCalls,
  type JoinedCall,
} from '../../../../src/extension/hub/machines/joined/joinedCalls';
import type { Machine } from '../../../../src/extension/hub/machines/machine';
import type { Handlers, StreamedAnswer } from '../../../../src/extension/hub/serve/callRouter';
import { Refusal } from '../../../../src/extension/hub/serve/refusal';
import {
  historySchema,
  type HistoryPage,
  type TextEvent,
} from '../../../../src/shared/protocol/history';
import { savedResult } from '../../../../src/extension/util/files/savedResult';
import { dayReportSchema, type DayReport } from '../../../../src/shared/protocol/work/day';
import { anEntry, aHit } from '../../../support/board/historyBuilder';
import { playedId, playedMachine } from '../../../support/machines/playedMachine';
import { waitFixedTime } from '../../../support/waitFixedTime';

const noDay: DayReport = {
  day: '2026-03-02',
  days: ['2026-03-02'],
  from: '2026-03-02T00:00:00.000Z',
  to: '2026-03-02T12:00:00.000Z',
  blockedMs: 0,
  runningMs: 0,
  lanes: [],
};

const own: Handlers<JoinedCall> = {
  lookAt: () => savedResult,
  pin: () => savedResult,
  tag: () => savedResult,
  day: () => noDay,
  history: () => ({ sessions: [], total: 0, complete: true }),
  searchTexts: () => (telling) => {
    telling.send({ type: 'end', data: { more: false } });
    telling.end();
    return { dispose: () => undefined };
  },
};

describe('What a machine answers', function () {
  this.timeout(60_000);
  let machine: Machine;

  afterEach(() => machine.dispose());

  const handlersOf = (): Handlers<JoinedCall> =>
    joinedCalls({
      board: { shownFor: () => undefined, ownAccount: undefined },
      own,
      machines: {
        all: [machine],
        get: () => machine,
        homeOf: ({ key }) => key,
        ownAccount: undefined,
      },
    });

  it('is refused where it has another shape than the table says', async () => {
    machine = await playedMachine(`{
      transcriptPart: ({ id, body }) => say({ type: 'answer', id, value: [
        { size: 1, identity: 'x', bytes: 'A'.repeat(2_000_000) },
        { size: 1e300, identity: 'x', bytes: '' },
        { path: '/etc/passwd' },
        'text',
      ][body.from] }),
      pastSession: ({ id }) => say({ type: 'answer', id, value: { sessionId: '' } }),
    }`);
    for (const from of [0, 1, 2, 3, 4]) {
      const outcome = await machine.call('transcriptPart', 'one', { from, length: 1 });
      assert.ok(outcome instanceof Refusal);
      assert.equal(outcome.error, 'machine_answer');
    }
    assert.ok((await machine.call('pastSession', 'one', {})) instanceof Refusal);
  });

  it('names no session but its own, and no path that could be opened here', async () => {
    const entry = anEntry({ sessionId: 'mffffffffffffffff/victim' });
    machine = await playedMachine(`{
      history: ({ id }) => say({ type: 'answer', id, value: {
        sessions: [${JSON.stringify(entry)}], total: 1, complete: true } }),
      searchTexts: ({ id }) => {
        say({ type: 'event', id, event: { type: 'hit', data: ${JSON.stringify(aHit({ session: entry }))} } });
        say({ type: 'event', id, event: { type: 'hit', data: { session: 1 } } });
        say({ type: 'event', id, event: { type: 'end', data: { more: false } } });
        say({ type: 'end', id });
      },
    }`);
    const page = (await handlersOf().history({ query: '', limit: 50 }, undefined)) as HistoryPage;
    const [found] = page.sessions;
    assert.equal(found?.sessionId, `${playedId}/mffffffffffffffff/victim`);
    assert.equal(found.transcriptPath, '');
    const events = await searchEvents();
    const [hit] = events.flatMap((event) => (event.type === 'hit' ? [event.data.session] : []));
    assert.equal(hit?.sessionId, `${playedId}/mffffffffffffffff/victim`);
    assert.equal(hit.transcriptPath, '');
    assert.deepEqual(events.at(-1), { type: 'end', data: { more: false } });
  });

  it('puts nothing into a day that is not of it, and no day of another age beside it', async () => {
    const lane = {
      sessionId: 'one',
      title: 'One',
      projectName: 'shop',
      blockedMs: 1e300,
      runningMs: -5,
      stretches: [
        { from: '1970-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z', kind: 'running' },
        { from: '2026-03-02T08:00:00.000Z', to: '2026-03-02T09:00:00.000Z', kind: 'running' },
        { from: '2026-03-02T10:00:00.000Z', to: '2026-03-02T07:00:00.000Z', kind: 'blocked' },
      ],
    };
    const days = ['2026-03-01', '9999-12-31', '1999-01-01', 'yesterday'];
    machine = await playedMachine(`{
      day: ({ id }) => say({ type: 'answer', id, value: ${JSON.stringify({ ...noDay, days, lanes: [lane] })} }),
    }`);
    const day = dayReportSchema.parse(await handlersOf().day({}, undefined));
    assert.deepEqual(day.days, ['2026-03-01', '2026-03-02']);
    const [one] = day.lanes;
    assert.deepEqual([one?.blockedMs, one?.runningMs], [12 * 3_600_000, 0]);
    assert.deepEqual(one?.stretches, [
      { from: '2026-03-02T08:00:00.000Z', to: '2026-03-02T09:00:00.000Z', kind: 'running' },
    ]);
  });

  it('ends a search where it finds without an end', async () => {
    machine = await playedMachine(`{
      searchTexts: ({ id }) => {
        const hit = ${JSON.stringify(aHit())};
        setInterval(() => {
          for (let at = 0; at < 20; at += 1) say({ type: 'event', id, event: { type: 'hit', data: hit } });
        }, 20);
      },
    }`);
    const events = await searchEvents();
    assert.equal(events.filter(({ type }) => type === 'hit').length, 50);
    assert.deepEqual(events.at(-1), { type: 'end', data: { more: true } });
  });

  it('does not hide that the search of this machine broke off', async () => {
    machine = await playedMachine('{}');
    const broken: Handlers<JoinedCall>['searchTexts'] = () => (telling) => {
      telling.end();
      return { dispose: () => undefined };
    };
    const handlers = joinedCalls({
      board: { shownFor: () => undefined, ownAccount: undefined },
      own: { ...own, searchTexts: broken },
      machines: {
        all: [machine],
        get: () => machine,
        homeOf: ({ key }) => key,
        ownAccount: undefined,
      },
    });
    assert.deepEqual(await searchEvents(handlers), []);
  });

  it('leaves the day and the history of the others whole, whatever its clock and its sums are', async () => {
    const day = { ...noDay, blockedMs: 1.7e308, runningMs: -1.7e308 };
    machine = await playedMachine(`{
      day: ({ id }) => say({ type: 'answer', id, value: ${JSON.stringify(day)} }),
      history: ({ id }) => say({ type: 'answer', id, value: { sessions: [], total: Number.MAX_SAFE_INTEGER, complete: true } }),
    }; setInterval(() => say({ type: 'pong', at: Date.now() - 1, now: 1e300 }), 100)`);
    await waitFixedTime(500);
    const withDay = { ...own, day: () => ({ ...noDay, blockedMs: 1, runningMs: 1 }) };
    const withDayAndHistory = {
      ...withDay,
      history: () => ({ sessions: [], total: 1, complete: true }),
    };
    const both = joinedCalls({
      board: { shownFor: () => undefined, ownAccount: undefined },
      own: withDayAndHistory,
      machines: {
        all: [machine, machine],
        get: () => machine,
        homeOf: ({ key }) => key,
        ownAccount: undefined,
      },
    });
    const report = dayReportSchema.parse(JSON.parse(JSON.stringify(await both.day({}, undefined))));
    assert.ok(report.runningMs >= 1 && report.blockedMs >= 1);
    const page = await both.history({ query: '', limit: 50 }, undefined);
    historySchema.parse(JSON.parse(JSON.stringify(page)));
  });

  it('is not waited for where it never comes, and is named as missing', async () => {
    machine = await playedMachine('{}');
    const { day, history } = handlersOf();
    const [report, page] = await Promise.all([
      day({}, undefined),
      history({ query: '', limit: 50 }, undefined),
    ]);
    assert.deepEqual((report as DayReport).missing, ['there']);
    assert.deepEqual((page as HistoryPage).missing, ['there']);
  });

  async function searchEvents(handlers = handlersOf()): Promise<readonly TextEvent[]> {
    const startEvents = (await handlers.searchTexts(
      { query: 'cart', limit: 50 },
      undefined,
    )) as StreamedAnswer<TextEvent>;
    const events: TextEvent[] = [];
    await new Promise<void>((resolve) => {
      startEvents({ send: (event) => events.push(event), end: resolve });
    });
    return events;
  }
});
