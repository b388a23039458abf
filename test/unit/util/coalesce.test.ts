import assert from 'node:assert/strict';
import { Coalescer } from '../../../src/extension/util/coalesce';

/** A job whose runs end when the test says so. */
class Job {
  private readonly open: { readonly resolve: () => void; readonly reject: (e: Error) => void }[] =
    [];
  started = 0;

  readonly run = (): Promise<void> => {
    this.started += 1;
    return new Promise((resolve, reject) => this.open.push({ resolve, reject }));
  };

  end(): Promise<unknown> {
    this.open.shift()?.resolve();
    return new Promise(setImmediate);
  }

  fail(): Promise<unknown> {
    this.open.shift()?.reject(new Error('failed'));
    return new Promise(setImmediate);
  }
}

describe('Concurrent calls', () => {
  let job: Job;
  let calls: Coalescer;
  let settled: string[];

  beforeEach(() => {
    job = new Job();
    calls = new Coalescer(job.run);
    settled = [];
  });

  const call = (name: string): void => {
    calls.run().then(
      () => settled.push(name),
      () => settled.push(`${name} failed`),
    );
  };

  it('start the job at once if it is not running', () => {
    call('a');
    assert.equal(job.started, 1);
  });

  it('share one further run while it is running', async () => {
    call('a');
    for (const name of ['b', 'c', 'd']) call(name);
    assert.equal(job.started, 1);
    await job.end();
    assert.equal(job.started, 2);
    assert.deepEqual(settled, ['a']);
    await job.end();
    assert.deepEqual(settled, ['a', 'b', 'c', 'd']);
    assert.equal(job.started, 2);
  });

  it('settle only after a run that started after them', async () => {
    call('a');
    call('b');
    await job.end();
    call('c');
    assert.equal(job.started, 2);
    await job.end();
    assert.deepEqual(settled, ['a', 'b']);
    await job.end();
    assert.deepEqual(settled, ['a', 'b', 'c']);
    assert.equal(job.started, 3);
  });

  it('fail only if their own run fails', async () => {
    call('a');
    call('b');
    await job.fail();
    assert.deepEqual(settled, ['a failed']);
    assert.equal(job.started, 2);
    await job.end();
    assert.deepEqual(settled, ['a failed', 'b']);
  });

  it('start a new run after an idle period', async () => {
    call('a');
    await job.end();
    call('b');
    assert.equal(job.started, 2);
    await job.end();
    assert.deepEqual(settled, ['a', 'b']);
  });
});
