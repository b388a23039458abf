import assert from 'node:assert/strict';
import {
  callsOfDay,
  callsOfLane,
  dayAxis,
  dayHeading,
  daySummary,
  laneInWords,
} from '../../../../src/webview/day/dayText';
import { believableDay } from '../../../support/page/boards/believableDay';

const nobody = { ...believableDay, blockedMs: 0, runningMs: 0, lanes: [] };
const hours = (report = believableDay) => {
  const { from, to, hours } = dayAxis(report);
  return [from, to, ...hours].map((at) => new Date(at).toISOString().slice(11, 16));
};

describe('a day in words', () => {
  it('says first how long agents waited for the person', () => {
    assert.equal(dayHeading(believableDay), 'Today your agents waited 1h 16m for you');
    const earlier = { ...believableDay, day: '2026-03-01' };
    assert.match(dayHeading(earlier), /^On .*1.* your agents waited 1h 16m for you$/);
    assert.equal(dayHeading(nobody), 'Today your agents have hardly waited for you');
  });

  it('says what they did', () => {
    assert.equal(
      daySummary(believableDay),
      'They worked 11h 59m in 9 sessions; the longest wait was 29m',
    );
    const [first] = believableDay.lanes;
    assert.ok(first);
    assert.equal(laneInWords(first), 'Working 2h 01m · Blocked on you 19m · Idle 35m');
    const [one] = believableDay.lanes.slice(6);
    assert.ok(one);
    assert.equal(
      daySummary({ ...nobody, lanes: [one], runningMs: 60_000 }),
      'They worked 1m in one session',
    );
  });

  it('says in which projects auto mode blocked calls', () => {
    const [one, other] = believableDay.lanes;
    assert.ok(one && other);
    const lanes = [
      { ...one, projectName: 'web', blockedCalls: 1 },
      { ...other, projectName: 'api', blockedCalls: 3 },
      { ...other, projectName: 'web', blockedCalls: 1 },
      { ...other, projectName: 'docs' },
    ];
    const report = { ...believableDay, lanes, blockedCalls: 5 };
    assert.deepEqual(callsOfDay(report, true), ['5 calls blocked by auto mode: api 3, web 2']);
    assert.deepEqual(callsOfDay(report, false), ['5 calls blocked by auto mode']);
    assert.deepEqual(callsOfDay(believableDay, true), []);
  });

  it('says in which projects requests were allowed for a while, and for which sessions', () => {
    const [one, other] = believableDay.lanes;
    assert.ok(one && other);
    const lanes = [
      { ...one, projectName: 'web', blockedCalls: 2, allowedCalls: 1 },
      { ...other, projectName: 'api' },
    ];
    const report = { ...believableDay, lanes, blockedCalls: 2, allowedCalls: 1 };
    assert.deepEqual(callsOfDay(report, true), [
      '2 calls blocked by auto mode: web 2',
      '1 request allowed for a while: web 1',
    ]);
    assert.deepEqual(lanes.map(callsOfLane), [
      ['2 calls blocked by auto mode', '1 request allowed for a while'],
      [],
    ]);
  });

  it('is drawn from the hour in which it began, over an hour at least', () => {
    assert.deepEqual(hours(), ['07:00', '10:00', '07:00', '08:00', '09:00', '10:00']);
    assert.deepEqual(hours(nobody), ['09:00', '10:00', '09:00', '10:00']);
  });

  it('names fewer hours where there are many', () => {
    const [lane] = believableDay.lanes;
    assert.ok(lane);
    const stretch = { from: believableDay.from, to: believableDay.to, kind: 'running' as const };
    const long = { ...believableDay, lanes: [{ ...lane, stretches: [stretch] }] };
    assert.deepEqual(hours(long).slice(2), ['00:00', '02:00', '04:00', '06:00', '08:00', '10:00']);
  });
});
