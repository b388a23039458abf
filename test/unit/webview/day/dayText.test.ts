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

describe('The text of a day', () => {
  it('starts with how long agents waited for the person', () => {
    assert.equal(dayHeading(believableDay), 'Today your agents waited 1h 16m for you');
    const earlier = { ...believableDay, day: '2026-03-01' };
    assert.match(dayHeading(earlier), /^On .*1.* your agents waited 1h 16m for you$/);
    assert.equal(dayHeading(nobody), 'Today your agents have hardly waited for you');
  });

  it('names how long agents worked, and the longest wait', () => {
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

  it('names the projects in which auto mode blocked calls', () => {
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

  it('names the projects and sessions in which requests were allowed for a while', () => {
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

  it('has an axis of at least one hour that starts at a full hour', () => {
    assert.deepEqual(hours(), ['07:00', '10:00', '07:00', '08:00', '09:00', '10:00']);
    assert.deepEqual(hours(nobody), ['09:00', '10:00', '09:00', '10:00']);
  });

  it('labels fewer hours on a long axis', () => {
    const [lane] = believableDay.lanes;
    assert.ok(lane);
    const stretch = { from: believableDay.from, to: believableDay.to, kind: 'running' as const };
    const long = { ...believableDay, lanes: [{ ...lane, stretches: [stretch] }] };
    assert.deepEqual(hours(long).slice(2), ['00:00', '02:00', '04:00', '06:00', '08:00', '10:00']);
  });
});
