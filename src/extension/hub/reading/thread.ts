import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../../util/thread/startThread';
import type { ReadingThreadData } from './messages';
import { serveReading } from './serveReading';

if (parentPort !== null) {
  giveWay();
  serveReading(parentPort, workerData as ReadingThreadData);
}
