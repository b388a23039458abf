import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../../util/startThread';
import type { ScanThreadData } from './scanNews';
import { serveScan } from './serveScan';

if (parentPort !== null) {
  giveWay();
  serveScan(parentPort, workerData as ScanThreadData);
}
