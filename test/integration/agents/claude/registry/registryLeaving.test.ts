import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { mock } from 'node:test';
import { linuxProcesses } from '../../../../../src/extension/hub/ingest/processes';
import { Registry } from '../../../../../src/extension/agents/claude/registry/registry';
import { until } from '../../../../support/until';
import { skip } from '../../../../support/skip';

describe('A client that takes its registry file away', function () {
  let folder: string;
  let client: ChildProcess;
  let registry: Registry;
  const reported: string[] = [];

  before(async function () {
    if (process.platform !== 'linux') skip(this, 'only Linux tells when a process began');
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'mc-registry-'));
    client = spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] });
    registry = new Registry(folder, linuxProcesses, (event) => reported.push(event.type));
  });

  after(async () => {
    registry?.dispose();
    client?.kill();
    if (folder !== undefined) await fs.rm(folder, { recursive: true });
  });

  it('is gone, whatever hooks of its last moments come while its process still runs', async () => {
    const pid = client.pid ?? 0;
    const procStart = await linuxProcesses.startOf(pid);
    const file = path.join(folder, `${pid}.json`);
    const entry = { pid, procStart, sessionId: 'one', startedAt: 1 };
    const write = (more: object): Promise<void> =>
      fs.writeFile(file, JSON.stringify({ ...entry, ...more }));
    await write({});
    await registry.start();
    await fs.rm(file);
    await until(
      () => reported,
      (events) => assert.deepEqual(events, ['processSeen', 'processGone']),
    );
    await registry.trackProcess(pid, 'one');
    assert.deepEqual(reported, ['processSeen', 'processGone']);
    await write({ status: 'idle' });
    await registry.trackProcess(pid, 'one');
    assert.deepEqual(reported, ['processSeen', 'processGone'], 'It wrote its last rest once more');
    await write({ status: 'busy' });
    await until(
      () => reported,
      (events) => assert.deepEqual(events, ['processSeen', 'processGone', 'processSeen']),
    );
  });

  it('is seen to be killed well before the next sweep', async () => {
    registry.dispose();
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      registry = new Registry(folder, linuxProcesses, (event) => reported.push(event.type));
      await registry.start();
      reported.length = 0;
      const ended = once(client, 'exit');
      client.kill('SIGKILL');
      await ended;
      mock.timers.tick(400);
      await until(
        () => reported,
        (events) => assert.deepEqual(events, ['processGone']),
      );
    } finally {
      registry.dispose();
      mock.timers.reset();
    }
  });
});
