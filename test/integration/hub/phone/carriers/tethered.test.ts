import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import * as path from 'node:path';
import { threadScripts } from '../../../../support/hub/process/threadScripts';
import { CarrierBench } from '../../../../support/phone/carriers/carrierBench';
import { until } from '../../../../support/until';

describe('A program that a hub runs', () => {
  it('ends when the hub is killed, though it knows nothing of it', async () => {
    const bench = await CarrierBench.start();
    bench.programs.install('tailscale');
    bench.programs.plan({ sayings: { serve: {} }, isStubborn: true });
    const main = path.resolve('test/support/phone/carriers/tetheringMain.ts');
    const file = path.join(bench.programs.folder, 'tailscale');
    const hub = spawn(process.execPath, ['--import', 'tsx', main, threadScripts(), file], {
      stdio: 'ignore',
    });
    try {
      await until(
        () => bench.programs.calls('serve').length,
        (count) => assert.equal(count, 1),
      );
      hub.kill('SIGKILL');
      await bench.programs.gone();
    } finally {
      hub.kill('SIGKILL');
      await bench.dispose();
    }
  });
});
