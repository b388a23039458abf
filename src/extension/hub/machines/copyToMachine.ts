import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { parseJson } from '../../../shared/text/boundedJson';
import type { MachineSetting } from '../../../shared/protocol/machines/setting';
import { afterRunning } from '../../util/runningTime';
import { copiedGreeting, copyProgram } from './copyProgram';
import { MachineCommand } from './connection/machineCommand';
import type { MachineEnd } from './connection/machineFault';
import { scriptCommandLine } from './connection/machineCommandLine';
import { javaScriptRunner } from './connection/shellProgram';

/**
 * Bundles that are copied: the hub, its threads, the engine for regular expressions, and the runner
 * of sessions without a terminal; with them, the parts that they share.
 */
const bundles = ['hub.js', 'reading.js', 're2js.js', 'runner.js'] as const;

/** The call by which a bundle loads a part that it shares with others. */
const sharedPartPattern = /\brequire\(["']\.\/(shared-\w+\.js)["']\)/gu;

/** Time limit in ms for a copy of some hundred kB over a slow connection. */
const copyTimeoutMs = 120_000;

const brotli = promisify(brotliCompress);

/**
 * Copies the hub and its files into our folder on a machine, through the command that leads to the
 * machine. Resolves with undefined on success, otherwise with the reason of the failure.
 */
export async function copyToMachine(
  setting: MachineSetting,
  scripts: string,
): Promise<MachineEnd | undefined> {
  const commandLine = scriptCommandLine(setting, javaScriptRunner);
  if (commandLine === undefined) return { fault: 'command' };
  const packed = await packFiles(scripts);
  return new Promise((resolve) => {
    const finish = (end: MachineEnd | undefined): void => {
      cancelTimer();
      child.stdin.destroy();
      child.kill();
      resolve(end);
    };
    const command = new MachineCommand(commandLine, (end) =>
      finish(command.hasPrinted(copiedGreeting) ? undefined : end),
    );
    const { child } = command;
    const cancelTimer = afterRunning(copyTimeoutMs, () => finish({ fault: 'silent' }));
    child.stdout.on('data', (bytes: Buffer) => command.storeOutput(bytes.toString('utf8')));
    child.stdin.write(`${copyProgram}\n`);
    child.stdin.end(packed);
  });
}

/**
 * Packs all files as text into one compressed archive, so that an interrupted copy installs
 * nothing: a truncated archive cannot be unpacked.
 */
async function packFiles(scripts: string): Promise<Buffer> {
  const packageJson = await readFile(path.join(scripts, '..', 'package.json'), 'utf8').catch(
    () => '{}',
  );
  const { version } = parseJson(packageJson) as { readonly version?: unknown };
  const files: Record<string, string> = { 'package.json': JSON.stringify({ version }) };
  const names = new Set<string>(bundles);
  // A set also iterates over names that are added meanwhile: parts may load further parts.
  for (const name of names) {
    const text = await readFile(path.join(scripts, name), 'utf8');
    files[`dist/${name}`] = text;
    for (const [, part = ''] of text.matchAll(sharedPartPattern)) names.add(part);
  }
  return brotli(JSON.stringify(files), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
}
