import { isMainThread, parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { findHub } from '../link/findHub';
import { configHome } from '../util/configHome';
import type { FromHubWorker, HubWorkerData, ToHubWorker } from '../util/hubWorker';
import type { Log } from '../util/log';
import { startHub } from './hub';

/** In a worker of a window's extension host. */
async function runInWorker(port: MessagePort, data: HubWorkerData): Promise<void> {
  const post = (message: FromHubWorker): void => port.postMessage(message);
  const log = logTo((level, message) => post({ type: 'log', level, message }));
  try {
    const hub = await startHub({ configHome: data.configHome, port: data.port, log });
    port.on('message', (message: ToHubWorker) => {
      if (message.type === 'close') void hub.close().finally(() => port.close());
    });
    post({ type: 'listening', endpoint: hub.endpoint, token: hub.token });
    hub.complete.catch((error: unknown) => log.error(`The history was not read: ${String(error)}`));
  } catch (error) {
    if (isPortTaken(error)) post({ type: 'occupied' });
    else post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    port.close();
  }
}

/** By itself, on a machine with no editor. */
async function runAlone(): Promise<void> {
  const home = configHome();
  const log = logTo((level, message) => {
    if (level !== 'debug') process.stderr.write(`${level}: ${message}\n`);
  });
  const found = await findHub(home);
  if (found.kind === 'follow') {
    process.stdout.write(`A hub for ${home} listens already at ${found.url}\n`);
    return;
  }
  if (found.kind === 'none') throw new Error(found.reason);
  const hub = await startHub({ configHome: home, port: found.port, log });
  process.stdout.write(`Mission Control hub: ${hub.endpoint.url} (config home ${home})\n`);
  const stop = (): void => void hub.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function logTo(write: (level: keyof Log, message: string) => void): Log {
  return {
    debug: (message) => write('debug', message),
    info: (message) => write('info', message),
    warn: (message) => write('warn', message),
    error: (message) => write('error', message),
  };
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

if (!isMainThread && parentPort !== null) {
  void runInWorker(parentPort, workerData as HubWorkerData);
} else {
  runAlone().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
