import { parentPort, type MessagePort } from 'node:worker_threads';
import type { ReadingThreadData } from '../../../../src/extension/hub/reading/messages';
import { serveReading } from '../../../../src/extension/hub/reading/serveReading';
import { lowerThreadPriority } from '../../../../src/extension/util/thread/startThread';

/** Message that starts a reading in the shared thread. */
export interface HostedReading {
  /** Port of this reading only. */
  readonly port: MessagePort;
  readonly data: ReadingThreadData;
}

lowerThreadPriority();
parentPort?.on('message', ({ port, data }: HostedReading) => serveReading(port, data));
