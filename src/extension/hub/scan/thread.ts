import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { PrivateFolder } from '../../util/files/privateFolder';
import { Slices } from '../../util/slices';
import { Scan } from './scan';
import type { ScanRequest, ScanThreadData } from './scanNews';

/** Messages are looked at this often in the middle of long work, in ms: whoever asks something has time. */
const sliceMs = 8;

/**
 * Lets all others of this machine go first where they and this thread want the same core. Only Linux
 * has priorities of threads; elsewhere nothing changes.
 */
function giveWay(): void {
  try {
    const thread = Number(path.basename(fs.readlinkSync('/proc/thread-self')));
    os.setPriority(thread, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It is a kindness, not a need.
  }
}

function start(port: MessagePort, { projects, cacheFolder }: ScanThreadData): void {
  giveWay();
  const scan = new Scan({
    projects,
    cacheFolder: new PrivateFolder(cacheFolder),
    slices: new Slices(sliceMs),
    tell: (news) => port.postMessage(news),
  });
  port.on('message', (request: ScanRequest) => {
    switch (request.type) {
      case 'begin':
        void scan.begin(request.first);
        break;
      case 'look':
        scan.look(request.file);
        break;
      case 'prices':
        void scan.setPrices(request.prices);
        break;
      case 'split':
        void scan.split(request.id, request.sessionId);
        break;
      case 'close':
        void scan.close().finally(() => port.close());
        break;
    }
  });
}

if (parentPort !== null) start(parentPort, workerData as ScanThreadData);
