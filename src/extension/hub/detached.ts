import { createInterface } from 'node:readline';
import { jsonIn, ownJson } from '../../shared/text/boundedJson';
import { toHubSchema, type FromHub, type ToHub } from '../../shared/protocol/hubProcess';
import { missionControlFolder } from '../util/files/missionControlFolder';
import { PrivateFolder } from '../util/files/privateFolder';
import type { Log } from '../util/log';
import { isPortTaken, startHub, type HubOptions } from './hub';
import { LogFile } from './life/logFile';
import { KnownKeys } from './signed/knownKeys';
import { VouchedPhones } from './signed/vouchedPhones';

/** Name of the log file in our folder. */
const hubLogFile = 'hub.log';

type Start = Extract<ToHub, { type: 'start' }>;

/**
 * Runs the hub as a process that outlives the window that started it. Its options and trusted keys
 * arrive on stdin; its reports go to stdout as long as that window exists.
 */
export function runDetached(scripts: string): void {
  process.on('SIGHUP', () => undefined); // Sent when the terminal that started the editor closes.
  // SIGUSR1 would start Node's debugger, which lets programs of any user run code in the hub.
  process.on('SIGUSR1', () => undefined);
  process.stdout.on('error', () => undefined); // The window has exited and closed the pipe.
  process.stdin.on('error', () => undefined);
  const trusted = { keys: new KnownKeys(), vouched: new VouchedPhones() };
  const { keys, vouched } = trusted;
  let run: Promise<void> | undefined;
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = messageIn(line);
    if (message?.type === 'keys') keys.add(message.publicKeys);
    else if (message?.type === 'dropKeys') keys.remove(message.publicKeys);
    else if (message?.type === 'phones') vouched.replaceFromEditor(message.phones, message.removed);
    else if (message?.type === 'close') process.emit('SIGTERM', 'SIGTERM');
    else if (message?.type === 'start') run ??= serve(message, scripts, trusted);
  });
  process.stdin.once('end', () => {
    if (run === undefined) process.exit(1);
  });
}

async function serve(
  start: Start,
  scripts: string,
  trusted: Pick<HubOptions, 'keys' | 'vouched'>,
): Promise<void> {
  const { configHome, port, release, wantedAgents, control, machines, phonePorts } = start;
  const file = new LogFile(new PrivateFolder(missionControlFolder(configHome)).file(hubLogFile));
  const log = logTo(file);
  const onFault = (error: unknown): void => {
    log.error(`The hub crashed: ${error instanceof Error ? error.stack : String(error)}`);
    process.exit(1);
  };
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
  try {
    const hub = await startHub({
      configHome,
      port,
      scripts,
      log,
      ...trusted,
      release,
      wantedAgents,
      control,
      machines,
      phones: { ...(phonePorts && { ports: phonePorts }) },
      createFolder: false,
      outlives: true,
    });
    const stop = (): void => void hub.close().finally(() => process.exit(0));
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    void hub.retired.finally(() => process.exit(0));
    report({ type: 'listening', hub: hub.reach });
    hub.complete.catch((error: unknown) => log.error(`The history was not read: ${String(error)}`));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const result: FromHub = isPortTaken(error) ? { type: 'occupied' } : { type: 'failed', message };
    report(result, () => process.exit(0));
  }
}

/** Parses a line; undefined if it is not a valid message. */
function messageIn(line: string): ToHub | undefined {
  return toHubSchema.safeParse(jsonIn(line, ownJson)).data;
}

/** Writes a message to stdout; `onWritten` is also called if stdout is closed. */
function report(message: FromHub, onWritten = (): void => undefined): void {
  if (process.stdout.writable) process.stdout.write(`${JSON.stringify(message)}\n`, onWritten);
  else onWritten();
}

/** Logs to the file, and to the window's log while it is connected. */
function logTo(file: Log): Log {
  const writeBoth =
    (level: keyof Log) =>
    (message: string): void => {
      file[level](message);
      report({ type: 'log', lines: [{ level, message }] });
    };
  return {
    debug: writeBoth('debug'),
    info: writeBoth('info'),
    warn: writeBoth('warn'),
    error: writeBoth('error'),
  };
}
