import { execFile } from 'node:child_process';
import type { MachineSetting } from '../../../shared/protocol/machines/setting';

/** A machine that a local program can connect to, such as a container. */
export interface FoundMachine {
  readonly kind: 'wsl' | 'container';
  readonly name: string;
  readonly setting: MachineSetting;
}

/** Runs a program and resolves with its output; undefined if it is missing, fails or times out. */
export type RunProgram = (file: string, args: readonly string[]) => Promise<Buffer | undefined>;

/** Timeout in ms for a daemon's answer. */
const answerMs = 4_000;
const maxBytes = 1024 * 1024;
/** Names used by Docker, Podman and WSL; none can be mistaken for an option. */
const plainName = /^\w[\w.-]{0,254}$/u;
/** Names of the WSL distributions that Docker uses internally. */
const ofDocker = /^docker-desktop/u;

/** The WSL distributions and running containers that the installed programs list. */
export async function otherMachines(
  platform: NodeJS.Platform,
  run: RunProgram = runProgram,
): Promise<readonly FoundMachine[]> {
  const found = await Promise.all([
    platform === 'win32' ? distributions(run) : [],
    containers(run, 'docker'),
    containers(run, 'podman'),
  ]);
  // Removes duplicates, because both programs list the same containers if `docker` is an alias of
  // Podman.
  const seen = new Set<string>();
  return found.flat().filter(({ kind, name }) => {
    const isNew = !seen.has(`${kind} ${name}`);
    seen.add(`${kind} ${name}`);
    return isNew;
  });
}

async function distributions(run: RunProgram): Promise<readonly FoundMachine[]> {
  const output = await run('wsl.exe', ['-l', '-q']);
  const names = linesOf(output === undefined ? '' : wslText(output));
  return names
    .filter((name) => !ofDocker.test(name))
    .map((name) => ({ kind: 'wsl', name, setting: { command: ['wsl.exe', '-d', name] } }));
}

async function containers(run: RunProgram, program: string): Promise<readonly FoundMachine[]> {
  const output = await run(program, ['ps', '--format', '{{.Names}}']);
  return linesOf(output?.toString('utf8') ?? '').map((name) => ({
    kind: 'container',
    name,
    setting: { command: [program, 'exec', '-i', name] },
  }));
}

/** Decodes the output of WSL, which is UTF-16 unless `WSL_UTF8` is set. */
function wslText(output: Buffer): string {
  return output.includes(0) ? output.toString('utf16le') : output.toString('utf8');
}

function linesOf(text: string): readonly string[] {
  const lines = text.replace(/^\uFEFF/u, '').split(/\r?\n/u);
  return lines.map((line) => line.trim()).filter((line) => plainName.test(line));
}

function runProgram(file: string, args: readonly string[]): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const options = {
      timeout: answerMs,
      maxBuffer: maxBytes,
      windowsHide: true,
      encoding: 'buffer',
    } as const;
    execFile(file, [...args], options, (error, output) =>
      resolve(error === null ? output : undefined),
    );
  });
}
