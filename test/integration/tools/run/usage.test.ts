import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { skip } from '../../../support/skip';
import { UsageMeter } from '../../../tools/run/usageMeter';

/** Computes until it has used that much processor time, in ms. */
const computes = (ms: number): string =>
  `while (process.cpuUsage().user / 1000 < ${ms}) { for (let at = 0; at < 1e6; at += 1); }`;

describe('The meter of a test run', () => {
  before(function () {
    if (process.platform !== 'linux') skip(this, 'only Linux has a /proc');
  });

  it('adds up what children and grandchildren computed, however short they lived', async () => {
    const meter = new UsageMeter();
    const grandchild = JSON.stringify(computes(300));
    const code = `require('child_process').spawnSync(process.execPath, ['-e', ${grandchild}]); ${computes(200)}`;
    const child = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
    meter.register(child.pid, 'some part');
    await once(child, 'exit');
    const { processorMs, wallMs, kinds } = meter.stop();
    assert.ok(processorMs >= 450, String(processorMs));
    assert.ok(wallMs > 0);
    assert.ok(kinds.length > 0);
  });

  it('knows what a child and its children took so far', async () => {
    const meter = new UsageMeter();
    const grandchild = JSON.stringify(
      `${computes(300)} console.log('done'); setInterval(() => 0, 1000);`,
    );
    const code = `require('child_process').spawn(process.execPath, ['-e', ${grandchild}], { stdio: 'inherit' });`;
    const child = spawn(process.execPath, ['-e', code], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    meter.register(child.pid, 'some part');
    await once(child.stdout, 'data');
    const processorMs = meter.processorOf('some part');
    meter.stop();
    process.kill(-Number(child.pid));
    assert.ok(processorMs >= 250, String(processorMs));
    assert.equal(meter.processorOf('another part'), 0);
  });

  it('knows a child by its name, and how much memory it holds alone', async () => {
    const meter = new UsageMeter();
    const code = `globalThis.kept = Buffer.alloc(64 * 2 ** 20, 1); console.log('full'); setInterval(() => 0, 1000);`;
    const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
    meter.register(child.pid, 'some part');
    await once(child.stdout, 'data');
    const { named, peak, kinds } = meter.stop();
    child.kill();
    assert.ok(named.has('some part'));
    assert.ok(peak >= 64 * 2 ** 20, String(peak));
    assert.ok(kinds.some((kind) => kind.started > 0 && kind.peak >= 64 * 2 ** 20));
  });
});
