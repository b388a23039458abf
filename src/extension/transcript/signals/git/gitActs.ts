import { commandSteps } from '../commandSteps';

/** An act of a shell command that changes a git repository or its host. */
export interface GitAct {
  readonly kind: 'commit' | 'push' | 'merge' | 'branch' | 'pr';
  readonly data: Readonly<Record<string, string>>;
  /** True if the command cannot have succeeded without this act. */
  readonly isRequired: boolean;
  /**
   * True if a failure of the command can be attributed to this act: the command cannot succeed
   * without it, and no earlier step of the same chain is likely to have failed (other acts do not
   * count).
   */
  readonly mayHaveFailed: boolean;
  /** True if it may be about files instead of a branch; only the output shows which. */
  readonly isUnsure?: boolean;
}

/** Quick check that spares most commands from being split into words. */
const worthSplitting = /\b(?:commit|push|merge|rebase|cherry-pick|switch|checkout|pr|mr)\b/u;

/** Quick check whether `gitActs` may find something. */
export function mayAct(command: string): boolean {
  const names = command.includes('git') || command.includes('gh ') || command.includes('glab ');
  return names && worthSplitting.test(command);
}

/** Finds the git acts of a command. Never throws. */
export function gitActs(command: string): readonly GitAct[] {
  if (!mayAct(command)) return [];
  const steps = commandSteps(command);
  const acts: GitAct[] = [];
  let mayHaveFailed = true;
  for (const [index, { words, isRequired, isFresh }] of steps.entries()) {
    const named = programWords(words);
    if (isFresh) mayHaveFailed = true;
    const act = actOf(named);
    if (act !== undefined)
      acts.push({ ...act, isRequired, mayHaveFailed: mayHaveFailed && isRequired });
    else if (!isUnlikelyToFail(named) && index < steps.length - 1) mayHaveFailed = false;
  }
  return acts;
}

const wrappers: ReadonlySet<string> = new Set([
  'sudo',
  'env',
  'command',
  'time',
  'exec',
  'nohup',
  'then',
  'do',
  'else',
  'if',
  '!',
  '{',
]);

/** The words from the program's name on, without wrappers and variable assignments. */
function programWords(words: readonly string[]): readonly string[] {
  const from = words.findIndex((word) => !wrappers.has(word) && !/^[A-Za-z_]\w*=/u.test(word));
  return from < 0 ? [] : words.slice(from);
}

const rarelyFailingPrograms: ReadonlySet<string> = new Set([
  'cd',
  'echo',
  'export',
  'mkdir',
  'sleep',
  'printf',
  'true',
  'pwd',
  'set',
  'cat',
  'ls',
]);

function isUnlikelyToFail([name = '', first = '']: readonly string[]): boolean {
  return (
    rarelyFailingPrograms.has(name) || (name === 'git' && first !== 'pull' && first !== 'fetch')
  );
}

type ActFound = Pick<GitAct, 'kind' | 'data' | 'isUnsure'>;

function actOf([name = '', ...words]: readonly string[]): ActFound | undefined {
  const base = name.slice(name.lastIndexOf('/') + 1);
  if (base === 'git') return gitAct(withoutGlobals(words));
  const [of, act] = words;
  const creates = (base === 'gh' && of === 'pr') || (base === 'glab' && of === 'mr');
  return creates && act === 'create' ? { kind: 'pr', data: { action: 'created' } } : undefined;
}

/** Options of git itself whose value is the next word. */
const withValue: ReadonlySet<string> = new Set(['-C', '-c', '--git-dir', '--work-tree']);

function withoutGlobals(words: readonly string[]): readonly string[] {
  let at = 0;
  while (words[at]?.startsWith('-') === true) at += withValue.has(words[at] ?? '') ? 2 : 1;
  return words.slice(at);
}

function gitAct([name, ...args]: readonly string[]): ActFound | undefined {
  const has = (...options: readonly string[]) => options.some((one) => args.includes(one));
  if (has('--help', '-h', '--abort', '--quit', '--skip', '--dry-run')) return undefined;
  switch (name) {
    case 'commit':
      return { kind: 'commit', data: { kind: has('--amend') ? 'amended' : 'committed' } };
    case 'cherry-pick':
      return has('-n', '--no-commit')
        ? undefined
        : { kind: 'commit', data: { kind: 'cherry-picked' } };
    case 'push':
      return has('-n', '-d', '--delete') ? undefined : { kind: 'push', data: pushData(args) };
    case 'merge':
      return { kind: 'merge', data: { ...refData(args, mergeValues), action: 'merged' } };
    case 'rebase':
      return { kind: 'branch', data: { ...refData(args, rebaseValues), action: 'rebased' } };
    case 'switch':
    case 'checkout':
      return switchAct(name, args);
    default:
      return undefined;
  }
}

const mergeValues: ReadonlySet<string> = new Set(['-m', '-F', '-s', '-X', '--into-name']);
const rebaseValues: ReadonlySet<string> = new Set(['-s', '-X', '-x', '--exec', '--onto']);
const pushValues: ReadonlySet<string> = new Set(['-o', '--push-option', '--repo']);
const createOptions: ReadonlySet<string> = new Set([
  '-b',
  '-B',
  '-c',
  '-C',
  '--create',
  '--orphan',
]);

function refData(args: readonly string[], values: ReadonlySet<string>): Record<string, string> {
  const name = positionalArgs(args, values)[0];
  return isName(name) ? { ref: name } : {};
}

function pushData(args: readonly string[]): Record<string, string> {
  const target = positionalArgs(args, pushValues)[1] ?? '';
  if (target === '' && args.includes('--tags')) return { ref: 'tags' };
  const name = target.slice(target.indexOf(':') + 1).replace(/^(?:\+|refs\/heads\/)/u, '');
  return isName(name) && name !== 'HEAD' ? { branch: name } : {};
}

function switchAct(name: string, args: readonly string[]): ActFound | undefined {
  const at = args.findIndex((one) => createOptions.has(one));
  if (at >= 0) {
    const newBranch = args[at + 1];
    return isName(newBranch) ? branchAct(newBranch, 'created') : undefined;
  }
  const [to, second] = positionalArgs(args, noOptions);
  if (!isName(to) || second !== undefined || args.includes('--')) return undefined;
  return name === 'switch'
    ? branchAct(to, 'switched')
    : { ...branchAct(to, 'switched'), isUnsure: true };
}

const noOptions: ReadonlySet<string> = new Set();

function branchAct(name: string, action: string): ActFound {
  return { kind: 'branch', data: { branch: name, action } };
}

function positionalArgs(args: readonly string[], values: ReadonlySet<string>): readonly string[] {
  return args.filter((one, index) => !one.startsWith('-') && !values.has(args[index - 1] ?? ''));
}

/** False for a word that the shell would expand, because its value is unknown here. */
function isName(word: string | undefined): word is string {
  return word !== undefined && word !== '' && word.length <= 200 && !/[$`\s]/u.test(word);
}
