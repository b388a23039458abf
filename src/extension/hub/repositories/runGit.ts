import { spawn } from 'node:child_process';
import * as path from 'node:path';
import { findProgram } from '../../util/findProgram';

const usualFolders =
  process.platform === 'win32'
    ? ['C:\\Program Files\\Git\\cmd', 'C:\\Program Files (x86)\\Git\\cmd']
    : ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin'];

/** Developer tools of macOS; without them, its `/usr/bin/git` opens a dialog to install them. */
const toolsOfMacos = [
  '/Library/Developer/CommandLineTools',
  '/Applications/Xcode.app/Contents/Developer',
];

/** Returns the full path of git; undefined if it is not installed. */
export async function findGit(env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const found = await findProgram('git', env, { folders: usualFolders });
  if (process.platform !== 'darwin' || found !== '/usr/bin/git') return found;
  const others = toolsOfMacos.map((tools) => path.join(tools, 'usr/bin/git'));
  return findProgram('git', {}, { others });
}

/** Git's variables that are passed on: they locate git's programs and the user's config. */
const passedVariables = /^GIT_(?:EXEC_PATH|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM))$/iu;

/**
 * Removes variables that redirect git or start programs, and forbids prompts and network access.
 */
export function environmentOfGit(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const passed = Object.entries(env).filter(
    ([name]) => !/^(?:GIT_|SSH_ASKPASS)/iu.test(name) || passedVariables.test(name),
  );
  return {
    ...Object.fromEntries(passed),
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    // Allows only a protocol that does not exist; Windows would drop a variable with an empty text.
    GIT_ALLOW_PROTOCOL: 'none',
  };
}

/**
 * Settings that keep git from running programs of the repository's config. Commands that compare or
 * write files also need a `FrozenConfig`, which disables filters.
 */
const safeSettings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.pager=cat',
  'protocol.allow=never',
  'maintenance.auto=false',
  'gc.auto=0',
  'submodule.recurse=false',
  // If true, git would start the config's program that checks signatures.
  'log.showSignature=false',
  // With another value, `git worktree remove` would not notice untracked files.
  'status.showUntrackedFiles=all',
];

export interface GitRun {
  readonly program: string;
  readonly top: string;
  /** Git's folder of the work tree; without it, git follows the `.git` in `top`. */
  readonly gitDir?: string;
  /** Replaces git's folder that all work trees share. */
  readonly commonDir?: string;
  /**
   * Our folder, in which views of a repository are created; by default the system's temporary one.
   */
  readonly scratch?: string | undefined;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Standard input of git; none by default. */
  readonly input?: string;
  /** Receives git's standard error. */
  readonly onStderr?: (part: Buffer) => void;
}

export interface GitOutput {
  readonly output: Buffer;
  /** `cut` if the output exceeded `maxBytes` or `isEnough` returned true, `late` on timeout. */
  readonly end: 'done' | 'cut' | 'late' | 'failed';
}

/** Ids of the hub's own running git processes. */
const running = new Set<number>();

/** True for a git process of the hub itself, which must not count as a user's running program. */
export function isOwnGit(pid: number): boolean {
  return running.has(pid);
}

/** Runs git in a work tree, and kills it on timeout or when its output is enough. */
export function runGit(
  { program, top, gitDir, commonDir, env = process.env, timeoutMs, input, onStderr }: GitRun,
  settings: readonly string[],
  args: readonly string[],
  maxBytes: number,
  isEnough: (part: Buffer) => boolean = () => false,
): Promise<GitOutput> {
  const settingArgs = [...safeSettings, ...settings].flatMap((setting) => ['-c', setting]);
  const place = gitDir === undefined ? [] : [`--git-dir=${gitDir}`, `--work-tree=${top}`];
  const all = ['--no-optional-locks', '--no-pager', '-C', top, ...place, ...settingArgs, ...args];
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
        onStderr === undefined ? 'ignore' : 'pipe',
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
    const finish = (last: GitOutput['end']): void => {
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
    child.stderr?.on('data', (part: Buffer) => onStderr?.(part));
    child.once('error', () => finish('failed'));
    child.stdin?.on('error', () => undefined); // Git exited before it had read its entire input.
    child.stdin?.end(input);
    child.once('close', (code) => finish(code === 0 ? 'done' : 'failed'));
  });
}
