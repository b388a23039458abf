import type { MessagePort } from 'node:worker_threads';
import { PrivateFolder } from '../../util/files/privateFolder';
import { Slices } from '../../util/slices';
import { Scan } from './usage/scan';
import type { ScanRequest, ScanThreadData } from './scanNews';

/** Messages are looked at this often in the middle of long work, in ms: whoever asks something has time. */
const sliceMs = 8;

/** Scans as the messages of a port ask for it, until one of them closes it. */
export function serveScan(port: MessagePort, { projects, cacheFolder }: ScanThreadData): void {
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
