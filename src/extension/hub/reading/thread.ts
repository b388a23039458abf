import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../util/thread/startThread';
import type { ReadingThreadData } from './messages';
import { serveReading } from './serveReading';

if (parentPort !== null) {
  lowerThreadPriority();
  serveReading(parentPort, workerData as ReadingThreadData);
}
