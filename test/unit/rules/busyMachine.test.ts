import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { RuleThread } from '../../../src/extension/hub/rules/ruleThread';
import { TimedRun } from '../../../src/extension/hub/rules/timedRun';
import { silentLog } from '../../../src/extension/util/log';
import { threadClock } from '../../../src/extension/util/startThread';
import { expressionLimits } from '../../../src/shared/protocol/layers/rules';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { stays } from '../../support/stays';
import { until } from '../../support/until';

const { timeoutMs } = expressionLimits;

function workFor(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

describe('A rule on a machine whose processors others use', () => {
  it('has its time again where its thread was given no processor in it', () => {
    const run = new TimedRun(() => 0);
    let runs = 0;
    assert.ok(
      run.run(() => {
        runs += 1;
        workFor(2 * timeoutMs);
      }),
    );
    assert.ok(runs > 1);
  });

  it('is stopped where its thread had a processor for all of its time', () => {
    let now = 0;
    const run = new TimedRun(() => (now += timeoutMs));
    let runs = 0;
    assert.equal(
      run.run(() => {
        runs += 1;
        for (;;);
      }),
      false,
    );
    assert.equal(runs, 1);
  });

  it('is not called stuck before its thread was given a processor for as long as it may be silent', async () => {
    const home = await tempHome();
    const script = path.join(home, 'stuck.js');
    fs.writeFileSync(
      script,
      `new Int32Array(require('node:worker_threads').workerData.running)[0] = 1; for (;;);`,
    );
    let now = 0;
    let asked = 0;
    const off: string[] = [];
    const thread = new RuleThread({
      script,
      log: silentLog,
      onFound: () => undefined,
      onRest: () => undefined,
      onOff: (_rule, why) => off.push(why),
      tickMs: 10,
      clock: () => {
        asked += 1;
        return now;
      },
    });
    try {
      const rule = { kind: 'x', tools: ['Bash'], ok: undefined };
      const conditions = { command: 'x', input: undefined, output: undefined };
      thread.setRules([{ id: 0, set: 0, ...rule, ...conditions }]);
      thread.read({ path: path.join(home, 'none.jsonl'), sessionId: 's1' });
      await until(
        () => asked,
        (times) => assert.ok(times > 20),
      );
      await stays(
        100,
        () => off,
        (all) => assert.deepEqual(all, []),
      );
      now = 1_000;
      await until(
        () => off,
        (all) => assert.deepEqual(all, ['stuck']),
      );
    } finally {
      await thread.close();
      await removeHome(home);
    }
  });
});

describe('The clock of a thread', () => {
  it('goes on while the thread has a processor, and never faster than time', () => {
    const [from, since] = [threadClock(), performance.now()];
    workFor(100);
    const [passed, elapsed] = [threadClock() - from, performance.now() - since];
    assert.ok(passed > 0 && passed <= elapsed, `${passed} of ${elapsed} ms`);
  });
});
