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

/** Stops what a repository's own config could make git run. What compares or writes files gets a `FrozenConfig`. */
const harmless = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.pager=cat',
  'protocol.allow=never',
  'maintenance.auto=false',
  'gc.auto=0',
  'submodule.recurse=false',
  // It would start the program that the config names for signatures.
  'log.showSignature=false',
  // Git itself looks for new files before it removes a work tree, but by this.
  'status.showUntrackedFiles=all',
];

export interface GitRun {
  readonly program: string;
  readonly top: string;
  /** Git's folder of the work tree, where the link to it in `top` is not followed. */
  readonly gitDir?: string;
  /** In place of the folder that all work trees share. */
  readonly commonDir?: string;
  /** Our folder, in which views of a repository are made; without it, the system's for temporary files. */
  readonly scratch?: string | undefined;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** What git reads from its standard input; without it, it reads nothing. */
  readonly input?: string;
  /** Gets what git says of a failure. */
  readonly onComplaint?: (part: Buffer) => void;
}

export interface GitOutput {
  readonly output: Buffer;
  /** `cut` where it had more bytes than were wanted, or `isEnough` was told enough of it. */
  readonly end: 'done' | 'cut' | 'late' | 'failed';
}

/** Ids of the processes of git that run for the hub. */
const running = new Set<number>();

/** True for a git that the hub itself runs: it works in no work tree on behalf of anybody else. */
export function isOwnGit(pid: number): boolean {
  return running.has(pid);
}

/** Runs git in a work tree, and ends it when it takes too long or has answered enough. */
export function runGit(
  { program, top, gitDir, commonDir, env = process.env, timeoutMs, input, onComplaint }: GitRun,
  settings: readonly string[],
  args: readonly string[],
  maxBytes: number,
  isEnough: (part: Buffer) => boolean = () => false,
): Promise<GitOutput> {
  const set = [...harmless, ...settings].flatMap((setting) => ['-c', setting]);
  const place = gitDir === undefined ? [] : [`--git-dir=${gitDir}`, `--work-tree=${top}`];
  const all = ['--no-optional-locks', '--no-pager', '-C', top, ...place, ...set, ...args];
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    let end: GitOutput['end'] | undefined;
    const child = spawn(program, all, {
      cwd: path.dirname(program),
      env: {
        ...environmentOfGit(env),
        ...(commonDir !== undefined && { GIT_COMMON_DIR: commonDir }),
      },
      stdio: [
        input === undefined ? 'ignore' : 'pipe',
        'pipe',
        onComplaint === undefined ? 'ignore' : 'pipe',
      ],
      windowsHide: true,
    });
    const { pid } = child;
    if (pid !== undefined) running.add(pid);
    const stop = (why: GitOutput['end']): void => {
      end ??= why;
      child.stdout?.destroy();
      child.stderr?.destroy();
      child.kill('SIGKILL');
    };
    const late = setTimeout(() => stop('late'), timeoutMs);
    const settle = (last: GitOutput['end']): void => {
      clearTimeout(late);
      if (pid !== undefined) running.delete(pid);
      resolve({ output: Buffer.concat(parts), end: end ?? last });
    };
    child.stdout?.on('data', (part: Buffer) => {
      if (end !== undefined) return;
      parts.push(part);
      bytes += part.length;
      if (bytes > maxBytes || isEnough(part)) stop('cut');
    });
    child.stderr?.on('data', (part: Buffer) => onComplaint?.(part));
    child.once('error', () => settle('failed'));
    child.stdin?.on('error', () => undefined); // It ended before it had read all.
    child.stdin?.end(input);
    child.once('close', (code) => settle(code === 0 ? 'done' : 'failed'));
  });
}
