import { existsSync, rmSync } from 'node:fs';
import * as path from 'node:path';
import { workerData } from 'node:worker_threads';
import '../../../../src/extension/hub/main';
import type { HubWorkerData } from '../../../../src/extension/util/hub/hubWorker';

/**
 * The hub's own entry with a bug: it crashes when a file named `crash` appears in its config home.
 */
const mark = path.join((workerData as HubWorkerData).configHome, 'crash');
setInterval(() => {
  if (!existsSync(mark)) return;
  rmSync(mark);
  throw new Error('A bug in the hub');
}, 20).unref();
