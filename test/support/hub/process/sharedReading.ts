import { EventEmitter } from 'node:events';
import * as path from 'node:path';
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import type {
  ReadingRequest,
  ReadingThreadData,
} from '../../../../src/extension/hub/reading/messages';
import type { ReadingThread, StartReading } from '../../../../src/extension/hub/reading/reading';
import { startThread } from '../../../../src/extension/util/thread/startThread';
import { bundledOnceSync } from '../../build/bundle';
import { nodeBundle } from '../../build/bundleOptions';
import type { HostedReading } from './readingHostMain';

/**
 * Runs the readings of all hubs of this process in one thread: starting one per hub takes half of
 * the processor time of a hub with an empty config home. Hubs in their own processes have their own
 * threads.
 */
export const sharedReading: StartReading = (_script, data) => new SharedReading(data);

let host: Worker | undefined;

function hostThread(): Worker {
  if (host !== undefined) return host;
  const entryPoints = { readingHost: 'test/support/hub/process/readingHostMain.ts' };
  const bundle = path.join(bundledOnceSync({ ...nodeBundle, entryPoints }), 'readingHost.js');
  host = startThread(bundle, {});
  host.unref();
  return host;
}

class SharedReading extends EventEmitter implements ReadingThread {
  threadId = 0;
  private readonly port: MessagePort;

  constructor(data: ReadingThreadData) {
    super();
    const { port1, port2 } = new MessageChannel();
    hostThread().postMessage({ port: port2, data } satisfies HostedReading, [port2]);
    this.port = port1;
    port1.on('message', (message) => this.emit('message', message));
    port1.once('close', () => {
      this.threadId = -1;
      this.emit('exit');
    });
  }

  postMessage(request: ReadingRequest): void {
    this.port.postMessage(request);
  }

  terminate(): void {
    this.port.close();
  }
}
