import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { z } from 'zod';
import { until } from '../until';
import { codexVersion, codexPackageFolder, codexTarget } from './install';

const pidSchema = z.looseObject({ pid: z.number() });

/** Time after which a background server is killed, in ms: it waits for turns that run. */
const endLimitMs = 2_000;

/**
 * Puts the installed package where the client looks for that of its background server. Otherwise
 * the first client of each home copies it, which is 424 MB, and starts a process that looks for
 * updates.
 */
export async function linkPackage(codexHome: string): Promise<void> {
  const packages = path.join(codexHome, 'packages', 'app-server-daemon');
  const release = path.join(packages, 'releases', `${codexVersion}-${codexTarget}`);
  const installed = await codexPackageFolder();
  await fs.mkdir(release, { recursive: true });
  for (const name of await fs.readdir(installed)) {
    await fs.symlink(path.join(installed, name), path.join(release, name));
  }
  await fs.symlink(path.join('bin', 'codex'), path.join(release, 'codex'));
  await fs.symlink(release, path.join(packages, 'current'));
}

/** Process id of the background server; undefined if there is none. */
export async function daemonPid(codexHome: string): Promise<number | undefined> {
  return pidIn(path.join(codexHome, 'app-server-daemon', 'daemon.pid'));
}

/** Ends the background server of a home with its sockets, which lie outside the home. */
export async function stopDaemon(codexHome: string): Promise<void> {
  const folder = path.join(codexHome, 'app-server-daemon');
  for (const name of ['daemon-updater.pid', 'daemon.pid']) {
    const pid = await pidIn(path.join(folder, name));
    if (pid !== undefined) await endProcess(pid);
  }
  // A server that was killed leaves its socket behind.
  const link = path.join(codexHome, 'app-server-control', 'app-server-control.sock');
  const socket = await fs.readlink(link).catch(() => undefined);
  if (socket === undefined) return;
  await fs.rm(socket, { force: true });
  await fs.rm(`${socket}.lock`, { force: true });
}

async function pidIn(file: string): Promise<number | undefined> {
  const text = await fs.readFile(file, 'utf8').catch(() => '');
  return text === '' ? undefined : pidSchema.parse(JSON.parse(text)).pid;
}

async function endProcess(pid: number): Promise<void> {
  if (!signal(pid, 'SIGTERM')) return;
  try {
    await until(
      () => signal(pid, 0),
      (runs) => {
        if (runs) throw new Error(`Process ${pid} still runs.`);
      },
      endLimitMs,
    );
  } catch {
    signal(pid, 'SIGKILL');
  }
}

/** False if the process has ended. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
