import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mock } from 'node:test';
import { fileURLToPath } from 'node:url';
import { afterRunning } from '../../../src/extension/util/runningTime';
import { needs } from '../../support/skip';
import { assertStays } from '../../support/assertStays';
import { until } from '../../support/until';

describe('A limit in running time', () => {
  describe('by a clock of its own', () => {
    let now = 0;
    beforeEach(() => {
      mock.timers.enable({ apis: ['setTimeout'] });
      mock.method(performance, 'now', () => now);
    });
    afterEach(() => {
      mock.timers.reset();
      mock.restoreAll();
    });
    /** Simulates a running process, whose timers fire on time. */
    const run = (ms: number): void => {
      for (const end = now + ms; now < end;) {
        now += 10;
        mock.timers.tick(10);
      }
    };
    /** Suspends the process; timers that became due meanwhile run at once. */
    const suspend = (ms: number): void => {
      now += ms;
      mock.timers.tick(ms);
    };

    it('acts once, after the time', () => {
      let calls = 0;
      afterRunning(450, () => (calls += 1));
      run(440);
      assert.equal(calls, 0);
      run(10);
      assert.equal(calls, 1);
      run(1_000);
      assert.equal(calls, 1);
    });

    it('is called off, at any time', () => {
      let calls = 0;
      const callOffs = [50, 250].map((ms) => afterRunning(ms, () => (calls += 1)));
      callOffs[0]?.();
      run(220);
      callOffs[1]?.();
      run(1_000);
      assert.equal(calls, 0);
    });

    for (const afterMs of [300, 900]) {
      it(`does not count a time after ${afterMs} of 1000 ms in which the process stood still`, () => {
        let calls = 0;
        afterRunning(1_000, () => (calls += 1));
        run(afterMs);
        suspend(60_000);
        assert.equal(calls, 0);
        run(90);
        assert.equal(calls, 0);
        run(1_000);
        assert.equal(calls, 1);
      });
    }
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
      // The process stops itself, so that on a busy machine the stop cannot come after its end.
      const code = `
      const { afterRunning } = require(${JSON.stringify(module)});
      process.stdin.once('data', () => { console.log('read'); process.exit(0); });
      afterRunning(1_000, () => { console.log('too late'); process.exit(0); });
      setTimeout(() => process.kill(process.pid, 'SIGSTOP'), ${afterMs});`;
      const child = spawn(process.execPath, ['--import', 'tsx', '-e', code], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      const stat = (): string =>
        execFileSync('ps', ['-o', 'stat=', '-p', String(child.pid)], { encoding: 'utf8' });
      const isStopped = (text: string): void => assert.match(text, /^T/, output);
      await until(stat, isStopped);
      await assertStays(1_500, stat, isStopped);
      child.stdin.write('answer\n');
      child.kill('SIGCONT');
      await once(child, 'close');
      assert.match(output, /read/);
      assert.doesNotMatch(output, /too late/);
    });
  }
});
