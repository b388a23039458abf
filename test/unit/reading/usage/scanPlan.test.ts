import assert from 'node:assert/strict';
import type { FoundFile } from '../../../../src/extension/agents/transcripts/files';
import { ScanPlan } from '../../../../src/extension/hub/reading/usage/scanPlan';

const midnight = 1_000;

function changedAt(mtimeMs: number): FoundFile {
  const name = String(mtimeMs);
  const kind = { kind: 'session', sessionId: name } as const;
  return { path: name, kind, dev: 1, ino: 1, size: 10, mtimeMs };
}

function planOf(...files: readonly FoundFile[]): ScanPlan {
  const plan = new ScanPlan();
  plan.make(files, 20, midnight);
  return plan;
}

describe('A reading plan', () => {
  it('is taken from the latest file on', () => {
    const plan = planOf(...[400, 1_400, 900].map(changedAt));
    const taken = Array.from({ length: 4 }, () => plan.dequeue()?.path);
    assert.deepEqual(taken, ['1400', '900', '400', undefined]);
  });

  it('is read only when all that was taken is', () => {
    const [today, old] = [changedAt(midnight), changedAt(midnight - 1)];
    const plan = planOf(today, old);
    plan.dequeue();
    plan.dequeue();
    assert.deepEqual(plan.progress, { doneBytes: 0, totalBytes: 20, todayIsKnown: false });
    plan.read(15);
    plan.markRead(today);
    assert.deepEqual(plan.progress, { doneBytes: 15, totalBytes: 20, todayIsKnown: true });
    plan.read(15);
    assert.equal(plan.progress?.doneBytes, 20);
    plan.markRead(old);
    assert.equal(plan.progress, undefined);
  });

  it('knows nothing before it is made', () => {
    const plan = new ScanPlan();
    plan.read(5);
    assert.deepEqual(plan.progress, { doneBytes: 0, totalBytes: 0, todayIsKnown: false });
    assert.equal(plan.dequeue(), undefined);
    plan.make([], 0, midnight);
    assert.equal(plan.progress, undefined);
  });
});
