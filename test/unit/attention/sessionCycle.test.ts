import assert from 'node:assert/strict';
import { SessionCycle } from '../../../src/extension/hub/attention/sessionCycle';

const nothing: ReadonlySet<string> = new Set();

describe('The cycle through sessions that need a person', () => {
  let round: SessionCycle;
  let now: number;
  const step = (waiting: string, front = nothing): string | undefined =>
    round.next(Array.from(waiting), front, (now += 1_000));
  const steps = (waiting: string, count: number): string =>
    Array.from({ length: count }, () => step(waiting)).join('');

  beforeEach(() => {
    round = new SessionCycle();
    now = 0;
  });

  it('visits each session once by urgency and then starts again', () => {
    assert.equal(steps('abc', 5), 'abcab');
  });

  it('has no next session if none needs a person, and repeats a single one', () => {
    assert.equal(step(''), undefined);
    assert.equal(steps('a', 2), 'aa');
  });

  it('continues with a more urgent session that was added, and skips an answered one', () => {
    assert.equal(steps('abc', 2), 'ab');
    assert.equal(step('xabc'), 'x');
    assert.equal(step('xbc'), 'c');
  });

  it('visits a session again that needed nobody in between', () => {
    assert.equal(steps('ab', 1), 'a');
    assert.equal(step('b'), 'b');
    assert.equal(step('ab'), 'a');
  });

  it('skips the session that is already in front', () => {
    assert.equal(step('abc', new Set('a')), 'b');
    assert.equal(step('abc', new Set('b')), 'c');
    assert.equal(step('abc', new Set('c')), 'a');
  });

  it('starts with the most urgent session again after a pause', () => {
    assert.equal(steps('abc', 2), 'ab');
    now += 120_001;
    assert.equal(step('abc'), 'a');
  });
});
