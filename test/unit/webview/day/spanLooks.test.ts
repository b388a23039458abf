import assert from 'node:assert/strict';
import { spanPath, spansInWords, type TimeSpan } from '../../../../src/webview/day/spanLooks';

const minute = 60_000;
const span = (from: number, to: number, kind: TimeSpan['kind']): TimeSpan => ({
  from: from * minute,
  to: to * minute,
  kind,
});
const hour = [span(0, 30, 'running'), span(30, 33, 'blocked'), span(33, 60, 'idle')];
const box = { from: 0, to: 60 * minute, width: 600, height: 10 };

describe('A strip of time', () => {
  it('draws each kind of span at its time and with its height', () => {
    assert.equal(spanPath(hour, 'running', box), 'M0 4H300V10H0Z');
    assert.equal(spanPath(hour, 'blocked', box), 'M300 0H330V10H300Z');
    assert.equal(spanPath(hour, 'idle', box), 'M330 8H600V10H330Z');
  });

  it('clips spans to its range, and draws even the shortest', () => {
    const half = { ...box, from: 15 * minute, to: 31 * minute };
    assert.equal(spanPath(hour, 'running', half), 'M0 4H562.5V10H0Z');
    assert.equal(spanPath(hour, 'idle', half), '');
    assert.equal(spanPath([span(10, 10.001, 'blocked')], 'blocked', box), 'M100 0H100.5V10H100Z');
  });

  it('has a text with the duration of each kind', () => {
    assert.equal(spansInWords(hour), 'Working 30m · Blocked on you 3m · Idle 27m');
    assert.equal(spansInWords([span(0, 5, 'done')]), 'No activity');
  });
});
