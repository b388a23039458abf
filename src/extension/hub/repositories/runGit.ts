import { spawn } from 'node:child_process';
import * as path from 'node:path';
import { findProgram } from '../../util/findProgram';

const usualFolders =
  process.platform === 'win32'
    ? ['C:\\Program Files\\Git\\cmd', 'C:\\Program Files (x86)\\Git\\cmd']
    : ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin'];

/** The program behind the one of macOS, which opens a dialog where no developer tools are installed. */
const toolsOfMacos = [
  '/Library/Developer/CommandLineTools',
  '/Applications/Xcode.app/Contents/Developer',
];

/** Full path of git; undefined where it is not installed. */
export async function findGit(env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const found = await findProgram('git', env, { folders: usualFolders });
  if (process.platform !== 'darwin' || found !== '/usr/bin/git') return found;
  const others = toolsOfMacos.map((tools) => path.join(tools, 'usr/bin/git'));
  return findProgram('git', {}, { others });
}

/** Variables of git that say where a person's own configuration and git itself are. */
const keptVariables = /^GIT_(?:EXEC_PATH|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM))$/iu;

/** No variable leads git to another repository, starts a program, or lets it ask or reach anybody. */
export function environmentOfGit(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(
    ([name]) => !/^(?:GIT_|SSH_ASKPASS)/iu.test(name) || keptVariables.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    // The one protocol that is allowed does not exist; on Windows an empty text would be no variable.
    GIT_ALLOW_PROTOCOL: 'none',
  };
}

/** Stops what a repository's own config could make git run. Filters are listed by their names, see `gitStatus`. */
const harmless = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.pager=cat',
  'protocol.allow=never',
  'maintenance.auto=false',
  'gc.auto=0',
  'submodule.recurse=false',
];

export interface GitRun {
  readonly program: string;
  readonly top: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
}

export interface GitOutput {
  readonly output: Buffer;
  /** `cut` where `isEnough` was told enough of it. */
  readonly end: 'done' | 'cut' | 'late' | 'failed';
}

/** Runs git in a work tree, and ends it when it takes too long or `isEnough` of the bytes so far. */
export function runGit(
  { program, top, env = process.env, timeoutMs }: GitRun,
  settings: readonly string[],
  args: readonly string[],
  isEnough: (part: Buffer) => boolean,
): Promise<GitOutput> {
  const set = [...harmless, ...settings].flatMap((setting) => ['-c', setting]);
  const all = ['--no-optional-locks', '--no-pager', '-C', top, ...set, ...args];
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let end: GitOutput['end'] | undefined;
    const child = spawn(program, all, {
      cwd: path.dirname(program),
      env: environmentOfGit(env),
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const stop = (why: GitOutput['end']): void => {
      end ??= why;
      child.stdout.destroy();
      child.kill('SIGKILL');
    };
    const late = setTimeout(() => stop('late'), timeoutMs);
    const settle = (last: GitOutput['end']): void => {
      clearTimeout(late);
      resolve({ output: Buffer.concat(parts), end: end ?? last });
    };
    child.stdout.on('data', (part: Buffer) => {
      if (end !== undefined) return;
      parts.push(part);
      if (isEnough(part)) stop('cut');
    });
    child.once('error', () => settle('failed'));
    child.once('close', (code) => settle(code === 0 ? 'done' : 'failed'));
  });
}
