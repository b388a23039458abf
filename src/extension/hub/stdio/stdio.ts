import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import * as path from 'node:path';
import { parseJson } from '../../../shared/text/boundedJson';
import {
  machineGreeting,
  maxFrameBytes,
  type FromMachine,
} from '../../../shared/protocol/machines/frames';
import { configHome } from '../../agents/claude/home/configHome';
import { homeFault } from '../../agents/claude/home/homeFault';
import { missionControlFolder } from '../../util/files/missionControlFolder';
import { PrivateFolder } from '../../util/files/privateFolder';
import { missingGreeting } from '../../util/hub/missingGreeting';
import { DeskConnection } from './deskConnection';
import { hubKeysIn } from '../../util/hub/hubFolder';
import { machineIdentity } from '../../util/hub/machineIdentity';
import { stderrLog } from '../../util/stderrLog';

/** Maximum number of other hubs that are reported for the same config home. */
const maxOtherHubs = 100;
/** Maximum unread output in bytes; the process exits if a desk leaves more unread. */
const maxUnreadBytes = 4 * maxFrameBytes;

/**
 * Serves a desk (see `DeskConnection`) over standard input and output: finds this machine's hub or
 * starts one, and transfers calls and the board. Ends with its standard input. The home of an
 * account is not created, and the process ends if our folder in it disappears.
 */
export async function runStdio(scripts: string, isAccount: boolean): Promise<void> {
  const home = configHome();
  const fault = isAccount ? await accountFault(home) : undefined;
  if (fault !== undefined) {
    process.stdout.write(`${missingGreeting} home ${fault}\n`);
    process.exitCode = 3;
    return;
  }
  const folder = new PrivateFolder(missionControlFolder(home));
  const machine = await machineIdentity(folder);
  // Read once: the desk's hub started before this process, which ends with it.
  const beside = (await hubKeysIn(folder)).slice(0, maxOtherHubs);
  const release = releaseOf(scripts);
  const send = (frame: FromMachine): void => {
    if (process.stdout.writableLength > maxUnreadBytes) process.exit(1);
    process.stdout.write(`${JSON.stringify(frame)}\n`);
  };
  const desk = new DeskConnection({
    configHome: home,
    script: path.join(scripts, 'hub.js'),
    machine,
    beside,
    identity: {
      name: hostname(),
      platform: process.platform,
      ...(release !== undefined && { release }),
    },
    send,
    log,
    ...(isAccount && { onRemoved: () => void reportRemoval(home).finally(shutDown) }),
  });
  let isShuttingDown = false;
  const shutDown = (): void => {
    if (isShuttingDown) return;
    isShuttingDown = true;
    void desk.close().finally(() => process.exit(0));
  };
  for (const signal of ['SIGHUP', 'SIGTERM', 'SIGINT'] as const) process.once(signal, shutDown);
  process.stdout.on('error', shutDown);
  process.stdin.on('error', shutDown);
  process.stdin.once('end', shutDown);
  process.stdout.write(`${machineGreeting}\n`);
  desk.listen(process.stdin, shutDown);
}

/** Reports that our folder was removed from an account's home, or the home itself. */
async function reportRemoval(home: string): Promise<void> {
  const fault = await accountFault(home);
  process.stderr.write(`${missingGreeting} home ${fault ?? 'removed'}\n`);
}

function accountFault(home: string): ReturnType<typeof homeFault> {
  return homeFault(home, path.basename(missionControlFolder(home)));
}

/** Returns the version of the package; undefined if the hub's bundle lies outside its package. */
function releaseOf(scripts: string): string | undefined {
  try {
    const text = readFileSync(path.join(scripts, '..', 'package.json'), 'utf8');
    const { version } = parseJson(text) as { readonly version?: unknown };
    return typeof version === 'string' ? version.slice(0, 40) : undefined;
  } catch {
    return undefined;
  }
}

/** Logs go to standard error: standard output is for frames only. */
const log = stderrLog(['warn', 'error']);
