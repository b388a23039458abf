import { execFile } from 'node:child_process';
import * as path from 'node:path';
import { findProgram } from '../../../util/findProgram';
import { programEnvironment } from '../../../util/tether/programEnvironment';
import type { TetherPlace } from '../../../util/tether/tethered';
import { CarrierFault } from './carrierFault';
import type { CarrierHost } from './carrier';

/** Maximum size of the output of a program, in bytes. */
const maxBuffer = 4 * 1024 * 1024;

/** Installation folders that are not in the PATH of an editor that was started without a shell. */
const defaultFolders =
  process.platform === 'win32'
    ? ['Tailscale', 'cloudflared'].flatMap((name) =>
        ['C:\\Program Files', 'C:\\Program Files (x86)'].map((all) => path.join(all, name)),
      )
    : ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin', '/snap/bin'];

export function environmentFor(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // The macOS app works as a command line tool only with this variable.
  return { ...programEnvironment(env), TAILSCALE_BE_CLI: '1' };
}

/** Folder and variables with which a carrier's program runs, which ends together with the hub. */
export function tetherPlace({ scripts, env }: Pick<CarrierHost, 'scripts' | 'env'>): TetherPlace {
  return { scripts, env: environmentFor(env) };
}

/**
 * Returns the full path of a program. Rejects with the fault `notInstalled`, which contains the
 * download link.
 */
export async function installedProgram(
  name: string,
  { env, folders = defaultFolders }: Pick<CarrierHost, 'env' | 'folders'>,
  link: string,
  /** Full paths at which the program may have a different name. */
  others: readonly string[] = [],
): Promise<string> {
  const file = await findProgram(name, env, { folders, others });
  if (file === undefined) throw new CarrierFault('notInstalled', { link });
  return file;
}

export interface ProgramOutput {
  readonly isDone: boolean;
  readonly output: string;
  readonly stderr: string;
}

/** Runs a program and resolves with its output; `signal` kills it. Rejects if it can't be started. */
export function runProgram(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<ProgramOutput> {
  const options = { env: environmentFor(env), windowsHide: true, maxBuffer };
  return new Promise((resolve, reject) => {
    const kill = (): void => void child.kill('SIGKILL');
    const child = execFile(file, [...args], options, (error, output, stderr) => {
      signal.removeEventListener('abort', kill);
      // For a program that could not be started, this is an error code of the system such as
      // `EACCES`, not an exit code.
      const code: unknown = error?.code;
      if (typeof code === 'string') reject(new CarrierFault('notStarted', { detail: code }));
      else resolve({ isDone: error === null, output, stderr });
    });
    signal.addEventListener('abort', kill);
    child.stdin?.end();
  });
}
