import { execFile } from 'node:child_process';
import { parseJson } from '../../../shared/text/boundedJson';
import type { PullAnswer } from '../../../shared/protocol/layers/pulls';
import { checksOf, pullNews } from '../../../shared/pullReading';
import { findProgram } from '../../util/findProgram';
import { knownHosts } from './ghHosts';
import type { PullAddress } from './pullAddress';

const timeoutMs = 20_000;
const maxBuffer = 1024 * 1024;
/** Exit code of `gh` without a sign-in. */
const noSignInCode = 4;

const defaultFolders =
  process.platform === 'win32'
    ? ['C:\\Program Files\\GitHub CLI']
    : ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin', '/snap/bin'];

const fields = 'state,isDraft,reviewDecision,mergeStateStatus,statusCheckRollup';

/** True for variables that neither redirect `gh` nor change its output. */
const isHarmless = (name: string): boolean =>
  !/^(?:GIT_.*|GH_(?:REPO|HOST|DEBUG|PAGER|BROWSER|EDITOR|FORCE_TTY)|DEBUG|PAGER)$/iu.test(name);

export interface GhPlace {
  /**
   * A folder outside the repositories of sessions, because `gh` uses the repository of its working
   * directory.
   */
  readonly folder: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Folders that are searched besides the PATH, instead of the default ones. */
  readonly folders?: readonly string[];
}

/** Reads a pull request with the program `gh`, with the person's own sign-in. Runs no shell. */
export async function readPullWithGh(
  { url, host }: PullAddress,
  { folder, env = process.env, folders = defaultFolders }: GhPlace,
): Promise<PullAnswer> {
  if (!(await knownHosts(env)).has(host)) return { kind: 'missing' };
  const program = await findProgram('gh', env, { folders });
  if (program === undefined) return { kind: 'unable', why: 'noProgram' };
  const options = {
    cwd: folder,
    env: {
      ...Object.fromEntries(Object.entries(env).filter(([name]) => isHarmless(name))),
      GH_PROMPT_DISABLED: '1',
      GH_NO_UPDATE_NOTIFIER: '1',
      GH_NO_EXTENSION_UPDATE_NOTIFIER: '1',
      GH_PAGER: 'cat',
      NO_COLOR: '1',
      DO_NOT_TRACK: '1',
    },
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer,
    windowsHide: true,
  } as const;
  return new Promise((resolve) => {
    const child = execFile(program, ['pr', 'view', url, '--json', fields], options, (...result) =>
      resolve(answerOf(...result)),
    );
    child.stdin?.end();
  });
}

function answerOf(error: { code?: unknown } | null, output: string, stderr: string): PullAnswer {
  if (error === null) return parseGhOutput(output);
  if (error.code === noSignInCode || /HTTP 401|gh auth login/u.test(stderr)) {
    return { kind: 'unable', why: 'noSignIn' };
  }
  if (/HTTP 429|rate limit/iu.test(stderr)) return { kind: 'limited' };
  if (/HTTP 404|Could not resolve to a /u.test(stderr)) return { kind: 'missing' };
  return { kind: 'failed' };
}

/** Parses the output of `gh pr view --json`. */
export function parseGhOutput(output: string): PullAnswer {
  try {
    const read = parseJson(output);
    if (typeof read !== 'object' || read === null) return { kind: 'failed' };
    const checks = 'statusCheckRollup' in read ? read.statusCheckRollup : undefined;
    const results = Array.isArray(checks) ? checks.map((one: unknown) => checkResult(one)) : [];
    const news = pullNews(read, checksOf(results));
    return news === undefined ? { kind: 'failed' } : { kind: 'news', news };
  } catch {
    return { kind: 'failed' };
  }
}

/**
 * Returns the result of a check. A check run has a conclusion once it is completed; a commit status
 * has only a state.
 */
function checkResult(check: unknown): unknown {
  if (typeof check !== 'object' || check === null) return undefined;
  const { status, conclusion, state } = check as Readonly<Record<string, unknown>>;
  if (status === undefined || status === '') return state;
  return status === 'COMPLETED' ? conclusion : status;
}
