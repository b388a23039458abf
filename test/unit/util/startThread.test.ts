import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { startThread } from '../../../src/extension/util/startThread';

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
});
