import { isMainThread, parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { FromHub, HubLogLine } from '../../shared/protocol/hubProcess';
import type { HubWorkerData, ToHubWorker } from '../util/hub/hubWorker';
import type { Log } from '../util/log';
import { runDetached } from './detached';
import { isPortTaken, startHub } from './hub';
import { KnownKeys } from './signed/knownKeys';
import { VouchedPhones } from './signed/vouchedPhones';
import { accountArgument } from './machines/connection/accountCommandLine';
import { runStdio } from './stdio/stdio';
import { runInTerminal } from './terminal';
import { endSelfIn } from '../util/thread/endSelf';

/** Folder of this bundle and of the threads' bundles. */
const scripts = __dirname;

/** Runs the hub in a worker of a window's extension host. */
async function runInWorker(port: MessagePort, data: HubWorkerData): Promise<void> {
  const post = (message: FromHub): void => port.postMessage(message);
  const lines: HubLogLine[] = [];
  const postLines = (): void => post({ type: 'log', lines: lines.splice(0) });
  const log = logTo((level, message) => {
    lines.push({ level, message });
    // A starting hub logs each session's state: lines of one turn of the event loop are posted
    // together.
    if (lines.length === 1) queueMicrotask(postLines);
  });
  try {
    const { kind: _kind, phonePorts, ...options } = data;
    const [keys, vouched] = [new KnownKeys(), new VouchedPhones()];
    const phones = { ...(phonePorts && { ports: phonePorts }) };
    const hub = await startHub({
      ...options,
      scripts,
      log,
      createFolder: false,
      keys,
      vouched,
      phones,
    });
    port.on('message', (message: ToHubWorker) => {
      if (message.type === 'keys') keys.add(message.publicKeys);
      else if (message.type === 'dropKeys') keys.remove(message.publicKeys);
      else if (message.type === 'phones')
        vouched.replaceFromEditor(message.phones, message.removed);
      else {
        if (message.withinMs !== undefined) endSelfIn(message.withinMs);
        void hub.close().finally(() => port.close());
      }
    });
    post({ type: 'listening', hub: hub.reach });
    hub.complete.catch((error: unknown) => log.error(`The history was not read: ${String(error)}`));
    void hub.retired.finally(() => port.close());
  } catch (error) {
    if (isPortTaken(error)) post({ type: 'occupied' });
    else post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    port.close();
  }
}

function logTo(write: (level: keyof Log, message: string) => void): Log {
  return {
    debug: (message) => write('debug', message),
    info: (message) => write('info', message),
    warn: (message) => write('warn', message),
    error: (message) => write('error', message),
  };
}

if (!isMainThread && parentPort !== null) {
  void runInWorker(parentPort, workerData as HubWorkerData);
} else if (process.argv.includes('--detached')) {
  runDetached(scripts);
} else if (process.argv.includes('--stdio')) {
  runStdio(scripts, process.argv.includes(accountArgument)).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
} else {
  runInTerminal(scripts).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
