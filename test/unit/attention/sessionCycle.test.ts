import assert from 'node:assert/strict';
import { SessionCycle } from '../../../src/extension/hub/attention/sessionCycle';

const nothing: ReadonlySet<string> = new Set();

describe('The round over sessions that need a person', () => {
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

  it('goes by urgency, each once, and begins again', () => {
    assert.equal(steps('abc', 5), 'abcab');
  });

  it('has no step where nobody needs a person, and stays with the only one', () => {
    assert.equal(step(''), undefined);
    assert.equal(steps('a', 2), 'aa');
  });

  it('goes to a more urgent one that comes in between, and past one that was answered', () => {
    assert.equal(steps('abc', 2), 'ab');
    assert.equal(step('xabc'), 'x');
    assert.equal(step('xbc'), 'c');
  });

  it('goes again to one that needed nobody in between', () => {
    assert.equal(steps('ab', 1), 'a');
    assert.equal(step('b'), 'b');
    assert.equal(step('ab'), 'a');
  });

  it('passes over what is in front already', () => {
    assert.equal(step('abc', new Set('a')), 'b');
    assert.equal(step('abc', new Set('b')), 'c');
    assert.equal(step('abc', new Set('c')), 'a');
  });

  it('begins with the most urgent one after a while', () => {
    assert.equal(steps('abc', 2), 'ab');
    now += 120_001;
    assert.equal(step('abc'), 'a');
  });
});
