import assert from 'node:assert/strict';
import { ReadingPlan, type PlannedFile } from '../../../src/extension/hub/scan/readingPlan';

const midnight = 1_000;

function planned(name: string, mtimeMs: number, bytes = 10): PlannedFile {
  const kind = { kind: 'session', sessionId: name } as const;
  return { file: { path: name, kind, dev: 1, ino: 1, size: bytes, mtimeMs }, bytes };
}

function planOf(...files: readonly PlannedFile[]): ReadingPlan {
  const plan = new ReadingPlan();
  plan.make(files, midnight);
  return plan;
}

const names = (files: readonly PlannedFile[]): string[] => files.map(({ file }) => file.path);

describe('A reading plan', () => {
  it('is taken from the latest file on, and by others from the oldest on', () => {
    const files = [400, 1_400, 900, 1_100].map((at) => planned(String(at), at));
    const plan = planOf(...files);
    assert.equal(plan.take()?.path, '1400');
    assert.deepEqual(names(plan.takeOldest(20 * 1024)), ['400', '900']);
    assert.equal(plan.take()?.path, '1100');
    assert.equal(plan.take(), undefined);
    assert.deepEqual(plan.takeOldest(1), []);
  });

  it('keeps what was given back for the end, and for no other helper', () => {
    const plan = planOf(planned('a', 400), planned('b', 500), planned('c', 600));
    plan.giveBack(plan.takeOldest(1));
    assert.equal(plan.take()?.path, 'c');
    assert.deepEqual(names(plan.takeOldest(1)), ['b']);
    assert.deepEqual(plan.takeOldest(1), []);
    assert.deepEqual([plan.take()?.path, plan.take()], ['a', undefined]);
  });

  it('counts an empty file as some work', () => {
    const plan = planOf(...Array.from({ length: 100 }, (_, at) => planned(String(at), at, 0)));
    assert.equal(plan.takeOldest(32 * 1024).length, 2);
  });

  it('is read only when everybody has read what they took', () => {
    const [today, old] = [planned('today', midnight), planned('old', midnight - 1)];
    const plan = planOf(today, old);
    const known = (): unknown => plan.progress?.todayIsKnown;
    plan.takeOldest(20 * 1024);
    assert.equal(plan.take(), undefined);
    assert.equal(known(), false);
    plan.done(today.file);
    assert.equal(known(), true);
    plan.read(15);
    assert.equal(plan.leftBytes, 5);
    assert.deepEqual(plan.progress, { doneBytes: 15, totalBytes: 20, todayIsKnown: true });
    plan.done(old.file);
    assert.equal(plan.progress, undefined);
    assert.equal(plan.leftBytes, 0);
  });

  it('knows nothing before it is made', () => {
    const plan = new ReadingPlan();
    assert.deepEqual(plan.progress, { doneBytes: 0, totalBytes: 0, todayIsKnown: false });
    assert.equal(plan.take(), undefined);
    plan.make([], midnight);
    assert.equal(plan.progress, undefined);
  });
});
