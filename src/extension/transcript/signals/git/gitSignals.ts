import type { UntimedSignal } from '../../../hub/domain/facts/signals';
import type { ShellResult } from '../shellResult';
import { gitActs, type GitAct } from './gitActs';
import { pullPrinted } from './pullSignal';

/** Number of commits that are reported for one command. */
const maxCommits = 8;

/** The git acts of a command that ran. Those that the agent's client reports have precedence. */
export function gitSignals(
  command: string,
  result: Pick<ShellResult, 'output' | 'succeeded' | 'acts'>,
): readonly UntimedSignal[] {
  const attempted = gitActs(command);
  const { acts: reported } = result;
  const lines = result.output.split('\n');
  const reportedKinds = new Set(reported.map(({ kind }) => kind));
  const rebased = reported.some(({ data }) => data['action'] === 'rebased');
  const commits = attempted.some(({ kind }) => kind === 'commit') ? printedCommits(lines) : [];
  const more = commits.filter(({ data }) =>
    reported.every((one) => one.data['sha'] !== data['sha']),
  );
  const isReported = (act: GitAct) =>
    act.kind === 'branch'
      ? rebased && act.data['action'] === 'rebased'
      : reportedKinds.has(act.kind) || (act.kind === 'commit' && commits.length > 0);
  const unreported = attempted.filter((act) => !isReported(act));
  const seen = result.succeeded
    ? findActsOfSuccess(unreported, lines)
    : findActsOfFailure(unreported, lines);
  return [...more, ...reported, ...seen];
}

/** The commits in lines such as `[main 1a2b3c4] Subject`. */
function printedCommits(lines: readonly string[]): readonly UntimedSignal[] {
  const commits: UntimedSignal[] = [];
  for (const line of lines) {
    const end = line.startsWith('[') ? line.indexOf('] ') : -1;
    if (end < 0 || end > 300) continue;
    const words = line.slice(1, end).split(' ');
    const sha = words.pop() ?? '';
    if (words.length === 0 || !/^[0-9a-f]{7,40}$/u.test(sha)) continue;
    const branch = words[0] === 'detached' || words[0] === undefined ? {} : { branch: words[0] };
    commits.push({ kind: 'commit', ok: true, data: { sha, kind: 'committed', ...branch } });
  }
  return commits.slice(-maxCommits);
}

function findActsOfSuccess(
  acts: readonly GitAct[],
  lines: readonly string[],
): readonly UntimedSignal[] {
  return acts.flatMap((act): readonly UntimedSignal[] => {
    const seen = outcomeIn(act, lines);
    if (seen === 'nothing' || (act.isUnsure === true && seen !== true)) return [];
    const ok = act.isRequired ? true : seen;
    if (act.kind === 'pr') return pullPrinted(lines, ok);
    return [{ kind: act.kind, ok, data: act.data }];
  });
}

/** The acts of a failed command. Only the first one without a sign of success may be reported as failed. */
function findActsOfFailure(
  acts: readonly GitAct[],
  lines: readonly string[],
): readonly UntimedSignal[] {
  const found: UntimedSignal[] = [];
  for (const act of acts) {
    const seen = outcomeIn(act, lines);
    if (seen === 'nothing' || act.isUnsure === true) continue;
    if (seen === true) {
      found.push({ kind: act.kind, ok: true, data: act.data });
      continue;
    }
    if (act.mayHaveFailed || seen === false)
      found.push({ kind: act.kind, ok: false, data: act.data });
    break;
  }
  return found;
}

/** Prefixes of git's output after a failure. */
const failures = ['error: ', 'fatal: ', 'CONFLICT (', ' ! ['] as const;

/** Prefixes of git's output after a success, and when there was nothing to do. */
const outputPrefixes: Readonly<
  Record<GitAct['kind'], readonly [readonly string[], readonly string[]]>
> = {
  commit: [[], ['nothing to commit', 'nothing added to commit', 'no changes added to commit']],
  push: [[' * [', '   '], ['Everything up-to-date']],
  merge: [['Merge made by', 'Fast-forward'], ['Already up to date']],
  branch: [
    ['Switched to', 'Successfully rebased'],
    ['Already on', 'Current branch'],
  ],
  pr: [['https://'], []],
};

/**
 * Reads the outcome of an act from the output: `'nothing'` if there was nothing to do, undefined if the
 * output does not show it.
 */
function outcomeIn(act: GitAct, lines: readonly string[]): boolean | 'nothing' | undefined {
  const [worked, nothing] = outputPrefixes[act.kind];
  const has = (starts: readonly string[]) =>
    lines.some((line) => starts.some((start) => line.startsWith(start)));
  if (has(nothing)) return 'nothing';
  if (has(failures)) return false;
  if (act.kind === 'push') return lines.some(isPushed) ? true : undefined;
  return has(worked) ? true : undefined;
}

/** True for a line such as `   1a2b3c4..5d6e7f8  main -> main`. */
function isPushed(line: string): boolean {
  return /^ [ *+] /u.test(line) && line.includes(' -> ');
}
