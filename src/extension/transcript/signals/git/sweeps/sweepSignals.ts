import type { UntimedSignal } from '../../../../hub/domain/facts/signals';
import { truncateText } from '../../../../../shared/text/truncate';
import type { ShellResult } from '../../shellResult';
import type { SweepAct } from './sweepAct';
import { sweepsIn, type SweepStep } from './sweepsIn';

/** The agent's folder when it called the shell, and the time of the call in ms since 1970. */
export interface CallPlace {
  readonly cwd?: string | undefined;
  readonly at?: number | undefined;
}

/** Number of sweeps that are reported for one command. */
const maxSweeps = 8;
const maxCommandLength = 200;
const maxBranchLength = 200;
const maxPaths = 64;
/** Limit for the length of all paths together, in characters. */
const maxPathsLength = 4_096;

/**
 * The steps of a command that may have discarded uncommitted work of any session. Measured on
 * client 2.1.329: the client itself reports none of this. Without paths, a step covers the whole
 * work tree, or for `clean` the folder. `since` is when the command was called: the act happened
 * between then and the time of the signal.
 */
export function sweepSignals(
  command: string,
  { output, succeeded }: Pick<ShellResult, 'output' | 'succeeded'>,
  { cwd, at }: CallPlace,
): readonly UntimedSignal[] {
  const lines = output.split('\n');
  const signals: UntimedSignal[] = [];
  let isAfterFailure = false;
  for (const sweep of sweepsIn(command, cwd).slice(0, maxSweeps)) {
    if (sweep.isFresh) isAfterFailure = false;
    if (isAfterFailure) continue;
    const act = resolveName(sweep, lines);
    const seen = outcomeIn(act, lines);
    if (seen === 'nothing') continue;
    const ok = succeeded && act.isRequired ? true : (seen ?? resultOfFailure(succeeded, lines));
    isAfterFailure = ok === false;
    signals.push({ kind: 'sweep', ok, data: dataOf(act, at) });
  }
  return signals;
}

/**
 * The result of a step whose output shows none: false if the command failed and git printed an
 * error, otherwise undefined, because it is unknown which step failed.
 */
function resultOfFailure(succeeded: boolean, lines: readonly string[]): false | undefined {
  const hasGitError = lines.some(
    (line) => line.startsWith('error: ') || line.startsWith('fatal: '),
  );
  return !succeeded && hasGitError ? false : undefined;
}

function dataOf(sweep: SweepStep, since: number | undefined): UntimedSignal['data'] {
  const { act, branch, folder, command } = sweep;
  const paths = pathsOf(sweep);
  const isName = branch !== undefined && branch.length <= maxBranchLength && isPlain(branch);
  return {
    act,
    command: truncateText(command, maxCommandLength),
    ...(since !== undefined && { since }),
    ...(folder !== undefined && { folder }),
    ...(paths !== undefined && { paths }),
    ...(isName && { branch }),
  };
}

/**
 * The paths of a sweep, one per line; undefined if it has none, if the shell expands one, or if one
 * covers the whole work tree.
 */
function pathsOf({ paths }: SweepAct): string | undefined {
  const isWhole = (path: string): boolean =>
    path === ':/' || path.startsWith(':(top') || path === ':';
  if (paths === undefined || paths.some((path) => !isPlain(path) || isWhole(path)))
    return undefined;
  let length = 0;
  const reportedPaths = paths
    .slice(0, maxPaths)
    .filter((path) => (length += path.length + 1) <= maxPathsLength);
  return reportedPaths.join('\n');
}

function isPlain(text: string): boolean {
  return text !== '' && !/[$`\n]/u.test(text);
}

const updated = /^Updated (?<count>\d+) paths? from /u;
const switched = /^(?:Switched to |HEAD is now at |Note: switching to )/u;
const pathLike = /^\.{0,2}\/|^\.{1,2}$|^:|[*?[]|\/$|\.[A-Za-z]\w{0,7}$/u;

/**
 * Resolves whether a single name is a branch or a path; git reports the files restored from a path.
 */
function resolveName(sweep: SweepStep, lines: readonly string[]): SweepStep {
  const { branch } = sweep;
  if (sweep.isUnsure !== true || branch === undefined) return sweep;
  const isBranch = lines.some((line) => switched.test(line) || line.startsWith('Already on '));
  const isPath = lines.some((line) => updated.test(line)) || (!isBranch && pathLike.test(branch));
  return isPath ? { ...sweep, act: 'checkout', branch: undefined, paths: [branch] } : sweep;
}

/**
 * True if git reports success, `nothing` if it had nothing to do, and undefined if the output shows
 * neither.
 */
function outcomeIn(
  { act, isForced }: SweepAct,
  lines: readonly string[],
): true | 'nothing' | undefined {
  const has = (...starts: readonly string[]): boolean =>
    lines.some((line) => starts.some((start) => line.startsWith(start)));
  switch (act) {
    case 'switch':
      if (lines.some((line) => switched.test(line))) return true;
      return has('Already on ') && isForced !== true ? 'nothing' : undefined;
    case 'checkout': {
      const count = lines.map((line) => updated.exec(line)?.groups?.['count']).find(Boolean);
      return count === undefined ? undefined : count === '0' ? 'nothing' : true;
    }
    case 'reset':
      return has('HEAD is now at ') ? true : undefined;
    case 'stash':
      if (has('Saved working directory ')) return true;
      return has('No local changes to save') ? 'nothing' : undefined;
    case 'clean':
      return has('Removing ') ? true : undefined;
    case 'restore':
      return undefined;
  }
}
