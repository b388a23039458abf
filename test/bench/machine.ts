import * as os from 'node:os';
import { isOnPath, runCommand } from '../support/editor/command';

/** What the figures were measured on, and when. */
export async function describeMachine(): Promise<string> {
  const cpus = os.cpus();
  const chromium = (await isOnPath('chromium'))
    ? (await runCommand('chromium', ['--version'])).trim()
    : 'Chromium of this machine';
  return [
    new Date().toISOString(),
    `${cpus.length} cores (${cpus[0]?.model.trim() ?? 'of unknown kind'})`,
    `${Math.round(os.totalmem() / 2 ** 30)} GiB`,
    `${os.type()} ${os.release()}`,
    `Node ${process.versions.node}`,
    chromium,
    `load ${os.loadavg()[0]?.toFixed(1) ?? '?'}`,
  ].join(', ');
}
