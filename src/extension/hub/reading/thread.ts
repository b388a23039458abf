import { parentPort, workerData } from 'node:worker_threads';
import { endSelfIn } from '../../util/thread/endSelf';
import { lowerThreadPriority } from '../../util/thread/startThread';
import type { ReadingRequest, ReadingThreadData } from './messages';
import { serveReading } from './serveReading';

if (parentPort !== null) {
  lowerThreadPriority();
  serveReading(parentPort, workerData as ReadingThreadData);
  parentPort.on('message', (request: ReadingRequest) => {
    if (request.type === 'close') endSelfIn(request.withinMs);
  });
}
