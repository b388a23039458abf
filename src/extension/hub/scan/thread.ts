import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { PrivateFolder } from '../../util/privateFolder';
import { giveWay } from '../../util/threadPriority';
import { Slices } from '../ingest/slices';
import { Scan } from './scan';
import type { ScanRequest, ScanThreadData } from './scanNews';

/** Nobody waits for this thread but who asks it something, and that has time: in ms. */
const sliceMs = 20;

function run(port: MessagePort, { projects, cacheFolder }: ScanThreadData): void {
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

if (parentPort !== null) run(parentPort, workerData as ScanThreadData);
