import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterRunning } from '../../../src/extension/util/runningTime';
import { needs } from '../../support/skip';

describe('A limit in running time', () => {
  it('acts once, after the time', async () => {
    const from = performance.now();
    let calls = 0;
    await new Promise<void>((resolve) => {
      afterRunning(450, () => {
        calls += 1;
        resolve();
      });
    });
    assert.ok(performance.now() - from >= 440);
    await delay(300);
    assert.equal(calls, 1);
  });

  it('is called off, at any time', async () => {
    let calls = 0;
    const callOffs = [50, 250].map((ms) => afterRunning(ms, () => (calls += 1)));
    callOffs[0]?.();
    await delay(220);
    callOffs[1]?.();
    await delay(200);
    assert.equal(calls, 0);
  });

  for (const [when, afterMs] of [
    ['in the middle', 300],
    ['shortly before its end', 900],
  ] as const) {
    it(`does not count a time ${when} in which the process stood still: what came then is read first`, async function () {
      needs(this, 'signals');
      const module = fileURLToPath(
        new URL('../../../src/extension/util/runningTime.ts', import.meta.url),
      );
      const code = `
      const { afterRunning } = require(${JSON.stringify(module)});
      process.stdin.once('data', () => { console.log('read'); process.exit(0); });
      afterRunning(1_000, () => { console.log('too late'); process.exit(0); });
      console.log('waits');`;
      const child = spawn(process.execPath, ['--import', 'tsx', '-e', code], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
      await once(child.stdout, 'data');
      await delay(afterMs);
      child.kill('SIGSTOP');
      await delay(1_500);
      child.stdin.write('answer\n');
      child.kill('SIGCONT');
      await once(child, 'close');
      assert.match(said, /read/);
      assert.doesNotMatch(said, /too late/);
    });
  }
});
