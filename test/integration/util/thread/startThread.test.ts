import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startThread } from '../../../../src/extension/util/thread/startThread';
import { skip } from '../../../support/skip';

const run = promisify(execFile);

describe('A thread of ours', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'thread-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('has its data, and none of the options of its process', async () => {
    assert.notDeepEqual(process.execArgv, [], 'this test needs a process with an option');
    const script = path.join(folder, 'thread.js');
    writeFileSync(
      script,
      `const { parentPort, workerData } = require('node:worker_threads'); parentPort.postMessage([workerData, process.execArgv]);`,
    );
    const thread = startThread(script, { workerData: 'data' });
    assert.deepEqual(await once(thread, 'message'), [['data', []]]);
    await thread.terminate();
  });

  for (const [own, given] of [
    [0, 10],
    [10, 10],
    [15, 15],
  ] as const) {
    it(`lowers its priority to ${given} in a process of the priority ${own}`, async function () {
      if (process.platform !== 'linux') skip(this, 'only Linux has priorities of threads');
      if (os.getPriority() > own && process.getuid?.() !== 0)
        skip(this, 'this process has a lower priority already');
      const module = fileURLToPath(
        new URL('../../../../src/extension/util/thread/startThread.ts', import.meta.url),
      );
      const code = `
        const os = require('node:os');
        os.setPriority(${own});
        require(${JSON.stringify(module)}).lowerThreadPriority();
        console.log(os.getPriority());`;
      const { stdout } = await run(process.execPath, ['--import', 'tsx', '-e', code]);
      assert.equal(stdout, `${given}\n`);
    });
  }
});
