import assert from 'node:assert/strict';
import {
  spanKind,
  spansSince,
  spansBetween,
  timeSpent,
  addGap,
  addSpan,
  type Span,
} from '../../../../src/extension/hub/domain/card/spans';

const span = (at: number, kind: Span['kind']): Span => ({ at, kind });
const dayOf = (...spans: readonly Span[]) => spans.reduce(addSpan, [] as readonly Span[]);
const day = dayOf(span(10, 'idle'), span(20, 'running'), span(50, 'blocked'), span(80, 'running'));

describe('Spans', () => {
  it('distinguish waiting for a person from being idle', () => {
    assert.equal(spanKind({ group: 'needs_you', state: 'needs_permission' }), 'blocked');
    assert.equal(spanKind({ group: 'needs_you', state: 'idle' }), 'idle');
    assert.equal(spanKind({ group: 'autonomous', state: 'acting' }), 'running');
    assert.equal(spanKind({ group: 'autonomous', state: 'waiting_for_limit' }), 'idle');
    assert.equal(spanKind({ group: 'delivered', state: 'task_complete' }), 'done');
  });

  it('start when the activity changes', () => {
    assert.equal(addSpan(day, span(90, 'running')), day);
    assert.equal(addSpan(day, span(15, 'running')), day);
    assert.deepEqual(addSpan(day, span(90, 'done')).at(-1), span(90, 'done'));
  });

  it('are corrected by late evidence', () => {
    assert.deepEqual(addSpan(day, span(60, 'done')), [...day.slice(0, 3), span(60, 'done')]);
    assert.deepEqual(addSpan(day, span(60, 'blocked')), day.slice(0, 3));
  });

  it('are limited in number: the shortest one is dropped', () => {
    let spans: readonly Span[] = [];
    for (let index = 0; index <= 500; index += 1) {
      const at = index * 100 + (index === 250 ? 99 : 0);
      spans = addSpan(spans, span(at, index % 2 === 0 ? 'running' : 'idle'));
    }
    assert.ok(spans.length <= 400);
    assert.deepEqual(spans.at(-1), span(50_000, 'running'));
    assert.ok(spans.every(({ kind }, index) => kind !== spans[index - 1]?.kind));
  });

  it('give the time of each activity between two times', () => {
    const stretches = spansBetween(day, 30, 90);
    assert.deepEqual(
      stretches.map(({ from, to, kind }) => [from, to, kind]),
      [
        [30, 50, 'running'],
        [50, 80, 'blocked'],
        [80, 90, 'running'],
      ],
    );
    assert.equal(timeSpent('running', stretches), 30);
    assert.deepEqual(spansBetween(day, 0, 5), []);
    assert.deepEqual(spansBetween([], 0, 5), []);
  });

  it('of the last hour start with the one that was in progress', () => {
    assert.deepEqual(spansSince(day, 60), [span(50, 'blocked'), span(80, 'running')]);
    assert.deepEqual(spansSince(day, 500), [span(80, 'running')]);
    assert.deepEqual(spansSince(day, 0), day);
  });

  it('have a gap for the time when the computer slept', () => {
    const slept = addGap(day, 100, 900);
    assert.deepEqual(slept.slice(-2), [span(100, 'done'), span(900, 'running')]);
    assert.equal(addSpan(slept, span(80, 'running')), slept);
    const ended = addSpan(day, span(90, 'done'));
    assert.equal(addGap(ended, 100, 900), ended);
  });
});
