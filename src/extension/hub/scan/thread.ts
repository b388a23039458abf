import * as os from 'node:os';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { PrivateFolder } from '../../util/privateFolder';
import { giveWay } from '../../util/threadPriority';
import { webAssembly } from '../../util/webAssembly';
import { WalkBuffer } from '../ingest/lineWalk';
import { Slices } from '../ingest/slices';
import { RowLog } from '../lines/rowLog';
import { helperKind } from './helper';
import { carryOut, type HelperTask } from './helperTask';
import { Scan } from './scan';
import type { ScanRequest, ScanThreadData } from './scanNews';

/** Nobody waits for this thread but its helper and who asks it something, and they have time: in ms. */
const sliceMs = 8;

/** Without the program that reads lines all parsing would be left to who asked. */
const helper = {
  script: __filename,
  cores: os.availableParallelism(),
  fromBytes: 256e6,
  taskBytes: 4e6,
};

function scan(port: MessagePort, { projects, cacheFolder }: ScanThreadData): void {
  giveWay();
  const scan = new Scan({
    projects,
    cacheFolder: new PrivateFolder(cacheFolder),
    slices: new Slices(sliceMs),
    tell: (news) => port.postMessage(news),
    ...(webAssembly === undefined ? {} : { helper }),
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

function help(port: MessagePort): void {
  giveWay('all');
  const buffer = new WalkBuffer();
  const log = new RowLog();
  port.on('message', (task: HelperTask) => {
    const report = carryOut(task, buffer, log);
    port.postMessage(report, [report.logged.rows, report.logged.text]);
  });
}

if (parentPort !== null) {
  const data = workerData as ScanThreadData | { readonly kind: typeof helperKind };
  if (data.kind === helperKind) help(parentPort);
  else scan(parentPort, data);
}
