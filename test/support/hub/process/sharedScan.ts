import { EventEmitter } from 'node:events';
import * as path from 'node:path';
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import type { ScanRequest, ScanThreadData } from '../../../../src/extension/hub/reading/scanNews';
import type { ScanThread, StartScan } from '../../../../src/extension/hub/reading/scanner';
import { startThread } from '../../../../src/extension/util/startThread';
import { bundledOnceSync } from '../../build/bundle';
import { nodeBundle } from '../../build/bundleOptions';
import type { HostedScan } from './scanHostMain';

/**
 * The scans of all hubs in this process in one thread: to start one for each takes half of the processor
 * time that a hub of an empty config home takes. Hubs in processes of their own have theirs.
 */
export const sharedScan: StartScan = (_script, data) => new SharedScan(data);

let host: Worker | undefined;

function hostThread(): Worker {
  if (host !== undefined) return host;
  const entryPoints = { scanHost: 'test/support/hub/process/scanHostMain.ts' };
  const bundle = path.join(bundledOnceSync({ ...nodeBundle, entryPoints }), 'scanHost.js');
  host = startThread(bundle, {});
  host.unref();
  return host;
}

class SharedScan extends EventEmitter implements ScanThread {
  threadId = 0;
  private readonly port: MessagePort;

  constructor(data: ScanThreadData) {
    super();
    const { port1, port2 } = new MessageChannel();
    hostThread().postMessage({ port: port2, data } satisfies HostedScan, [port2]);
    this.port = port1;
    port1.on('message', (message) => this.emit('message', message));
    port1.once('close', () => {
      this.threadId = -1;
      this.emit('exit');
    });
  }

  postMessage(request: ScanRequest): void {
    this.port.postMessage(request);
  }

  terminate(): void {
    this.port.close();
  }
}
