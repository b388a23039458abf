import assert from 'node:assert/strict';
import { Wakers, type Waker } from '../../../src/extension/hub/prompts/wakers';

const pid = 4711;

class FakeWaker implements Waker {
  released = 0;
  goes: () => void = () => undefined;

  deliver(): Promise<boolean> {
    return Promise.resolve(true);
  }

  release(): void {
    this.released += 1;
    this.goes(); // This ends its call.
  }

  onGone(listener: () => void): void {
    this.goes = listener;
  }
}

describe('The hooks that wait for a prompt', () => {
  let wakers: Wakers;
  let reported: string[];
  let living: number[];

  beforeEach(() => {
    [reported, living] = [[], [pid]];
    wakers = new Wakers(
      (sessionId) => reported.push(sessionId),
      (one) => living.includes(one),
    );
  });

  function held(sessionId = 'one', by = pid, project = '/p'): FakeWaker {
    const waker = new FakeWaker();
    wakers.hold(sessionId, { waker, pid: by, project });
    return waker;
  }

  it('are one for each session, the newest, however late the older one ends', () => {
    const older = held();
    const newer = held();
    assert.deepEqual([older.released, newer.released], [1, 0]);
    older.goes();
    assert.ok(wakers.has('one', pid));
    assert.equal(wakers.claim('one', pid), newer);
  });

  it('are forgotten when their client ends them, which is told', () => {
    const waker = held();
    reported.length = 0;
    waker.goes();
    assert.ok(!wakers.has('one', pid));
    assert.equal(wakers.claim('one', pid), undefined);
    assert.deepEqual(reported, ['one']);
  });

  it('are taken once, for the process that they are of', () => {
    const waker = held();
    assert.ok(!wakers.has('one', 1));
    assert.equal(wakers.claim('one', 1), undefined);
    assert.equal(wakers.claim('one', pid), waker);
    assert.ok(!wakers.has('one', pid));
    assert.equal(wakers.claim('one', pid), undefined);
    assert.equal(waker.released, 0);
  });

  it('are let go with their process, and with control of their project', () => {
    const [dead, alive, off] = [held('dead', 1), held('alive'), held('off', pid, '/off')];
    for (const sessionId of ['dead', 'alive', 'nobody']) wakers.releaseDead(sessionId);
    wakers.releaseWhere((project) => project === '/off');
    assert.deepEqual([dead.released, alive.released, off.released], [1, 0, 1]);
    assert.deepEqual([wakers.has('alive', pid), wakers.has('off', pid)], [true, false]);
  });

  it('are left to the next hub when this one ends', () => {
    const waker = held();
    wakers.dispose();
    assert.equal(waker.released, 0);
    assert.ok(!wakers.has('one', pid));
  });
});
