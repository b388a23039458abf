import { execFile } from 'node:child_process';
import * as path from 'node:path';
import { findProgram } from '../../../util/findProgram';
import { CarrierFault } from './carrierFault';
import type { CarrierHost } from './way';

/** Longest output that is read of a program that is asked something, in bytes. */
const maxBuffer = 4 * 1024 * 1024;

/** Where installers put programs that an editor which was not started from a shell does not find. */
const usualFolders =
  process.platform === 'win32'
    ? ['Tailscale', 'cloudflared'].flatMap((name) =>
        ['C:\\Program Files', 'C:\\Program Files (x86)'].map((all) => path.join(all, name)),
      )
    : ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin', '/snap/bin'];

/** What a program needs of an environment. All else, our own variables and people's keys, is kept from it. */
const needed =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TEMP|TMP|LANG|XDG_\w+|(?:HTTPS?|NO|ALL)_PROXY|SYSTEM(?:ROOT|DRIVE)|WINDIR|COMSPEC|PATHEXT|PROGRAM(?:DATA|FILES.*)|(?:LOCAL)?APPDATA|USER(?:PROFILE|NAME|DOMAIN)|HOMEDRIVE|HOMEPATH)$/iu;

export function environmentFor(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => needed.test(name));
  // The app of macOS is a command line only where it is told so.
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TAILSCALE_BE_CLI: '1' };
}

/** Full path of a program. Rejects with `notInstalled`, which names that link. */
export async function installedProgram(
  name: string,
  { env, folders = usualFolders }: Pick<CarrierHost, 'env' | 'folders'>,
  link: string,
  /** Full paths of the program where it has another name. */
  others: readonly string[] = [],
): Promise<string> {
  const file = await findProgram(name, env, { folders, others });
  if (file === undefined) throw new CarrierFault('notInstalled', { link });
  return file;
}

export interface Said {
  readonly isDone: boolean;
  readonly output: string;
  readonly words: string;
}

/** Asks a program something and settles with what it says; `signal` ends it. Rejects where it cannot be started. */
export function askProgram(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Said> {
  const options = { env: environmentFor(env), windowsHide: true, maxBuffer };
  return new Promise((resolve, reject) => {
    const kill = (): void => void child.kill('SIGKILL');
    const child = execFile(file, [...args], options, (error, output, words) => {
      signal.removeEventListener('abort', kill);
      // One that never ran has the system's code, such as `EACCES`, in place of its own.
      const code: unknown = error?.code;
      if (typeof code === 'string') reject(new CarrierFault('notStarted', { detail: code }));
      else resolve({ isDone: error === null, output, words });
    });
    signal.addEventListener('abort', kill);
    child.stdin?.end();
  });
}
