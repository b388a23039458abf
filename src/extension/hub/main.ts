import { isMainThread, parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { hubPorts } from '../../shared/protocol/protocol';
import { findHub } from '../link/findHub';
import { configHome } from '../util/files/configHome';
import type { FromHubWorker, HubLogLine, HubWorkerData, ToHubWorker } from '../util/hubWorker';
import type { Log } from '../util/log';
import { startHub, type RunningHub } from './hub';
import { KnownKeys } from './signed/knownKeys';

/** The threads are bundled beside this one. */
const scripts = __dirname;

/** Runs the hub in a worker of a window's extension host. */
async function runInWorker(port: MessagePort, data: HubWorkerData): Promise<void> {
  const post = (message: FromHubWorker): void => port.postMessage(message);
  const lines: HubLogLine[] = [];
  const postLines = (): void => {
    if (lines.length > 0) post({ type: 'log', lines: lines.splice(0) });
  };
  const log = logTo((level, message) => {
    lines.push({ level, message });
    // A start tells of each session's state: all of a turn goes in one message. Trouble goes at once.
    if (level === 'warn' || level === 'error') postLines();
    else if (lines.length === 1) queueMicrotask(postLines);
  });
  try {
    const { configHome, port: wanted } = data;
    const keys = new KnownKeys();
    const hub = await startHub({ configHome, port: wanted, scripts, log, afresh: false, keys });
    port.on('message', (message: ToHubWorker) => {
      if (message.type === 'keys') keys.add(message.publicKeys);
      else void hub.close().finally(() => port.close());
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

/** Runs the hub by itself, on a machine without an editor. */
async function runAlone(): Promise<void> {
  const home = configHome();
  const log = logTo((level, message) => {
    if (level !== 'debug') process.stderr.write(`${level}: ${message}\n`);
  });
  const hub = await startOrFollow(home, log);
  if (hub === undefined) return;
  process.stdout.write(`Mission Control hub: ${hub.endpoint.url} (config home ${home})\n`);
  const stop = (): void => void hub.close().then(() => process.exit(0));
  void hub.retired.finally(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** Undefined where one listens already. A port that is taken in the meantime is passed over. */
async function startOrFollow(home: string, log: Log): Promise<RunningHub | undefined> {
  const unbindable = new Set<number>();
  for (;;) {
    const found = await findHub(home, hubPorts, unbindable);
    if (found.kind === 'follow') {
      process.stdout.write(`A hub for ${home} listens already at ${found.url}\n`);
      return undefined;
    }
    if (found.kind === 'none') throw new Error(found.reason);
    try {
      return await startHub({ configHome: home, port: found.port, scripts, log, showCode });
    } catch (error) {
      if (!isPortTaken(error) || unbindable.has(found.port)) throw error;
      unbindable.add(found.port);
    }
  }
}

/** Its terminal is a person's place: whoever reads it there may answer. */
function showCode(code: string): void {
  process.stdout.write(
    `To answer from a window, choose Ask to Be Accepted there and type ${code}\n`,
  );
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
