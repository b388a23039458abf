import * as os from 'node:os';
import { runCommand } from '../../support/editor/command';
import { findChromium } from '../../support/editor/install/systemPackages';

/** Text with the time and the hardware and software of the measurement. */
export async function describeMachine(): Promise<string> {
  const cpus = os.cpus();
  const place = findChromium();
  const browser = place && (await runCommand(place, ['--version'])).trim();
  return [
    new Date().toISOString(),
    `${cpus.length} cores (${cpus[0]?.model.trim() ?? 'of unknown kind'})`,
    `${Math.round(os.totalmem() / 2 ** 30)} GiB`,
    `${os.type()} ${os.release()}`,
    `Node ${process.versions.node}`,
    browser ?? 'no Chromium',
    `load ${os.loadavg()[0]?.toFixed(1) ?? '?'}`,
  ].join(', ');
}
