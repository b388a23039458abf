import { parentPort, type MessagePort } from 'node:worker_threads';
import type { ScanThreadData } from '../../../../src/extension/hub/reading/scanNews';
import { serveScan } from '../../../../src/extension/hub/reading/serveScan';
import { giveWay } from '../../../../src/extension/util/startThread';

/** Starts a scan in the thread of all. */
export interface HostedScan {
  /** That of the scan alone. */
  readonly port: MessagePort;
  readonly data: ScanThreadData;
}

giveWay();
parentPort?.on('message', ({ port, data }: HostedScan) => serveScan(port, data));
