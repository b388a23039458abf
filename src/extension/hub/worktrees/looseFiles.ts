import { worktreeLimits } from '../../../shared/protocol/work/worktrees';

/** The files of a work tree that no commit has. */
export interface LooseFiles {
  readonly uncommitted: number;
  readonly untracked: number;
  readonly ignored: number;
  readonly ignoredIn: readonly string[];
  /** Their whole names, relative to the top folder, a char for each byte. */
  readonly ignoredNames: readonly string[];
  /** True where a folder of it is a repository of its own. */
  readonly nested: boolean;
  readonly head: WorktreeHead;
}

/** Undefined are the branch of a detached HEAD, and the commit of a branch that has none. */
export interface WorktreeHead {
  readonly commit: string | undefined;
  readonly branch: string | undefined;
}

/** Asks git for HEAD and for every file that is not in it: with all files listed, a folder stands for a repository of its own. */
export const looseFiles = [
  'status',
  '--porcelain=v2',
  '--branch',
  '--no-ahead-behind',
  '-z',
  '--no-renames',
  '--ignore-submodules=all',
  '--untracked-files=all',
  '--ignored=traditional',
];

/** Reads the answer to `looseFiles`. */
export function readLooseFiles(output: Buffer): LooseFiles {
  const counts = { uncommitted: 0, untracked: 0, ignored: 0 };
  const files = new Set<string>();
  const folders = new Set<string>();
  const ignoredNames: string[] = [];
  const head: { commit?: string; branch?: string } = {};
  let nested = false;
  // Names are bytes, which need not be UTF-8.
  for (const entry of output.toString('latin1').split('\0')) {
    const [kind, name] = [entry.slice(0, 2), entry.slice(2)];
    if (kind === '# ') Object.assign(head, headIn(name));
    if (kind === '1 ' || kind === '2 ' || kind === 'u ') counts.uncommitted += 1;
    else if (kind === '? ') counts.untracked += 1;
    else if (kind === '! ') {
      counts.ignored += 1;
      ignoredNames.push(name);
      const [top = '', ...rest] = name.split('/');
      (rest.length === 0 ? files : folders).add(top);
    }
    if ((kind === '? ' || kind === '! ') && name.endsWith('/')) nested = true;
  }
  return {
    ...counts,
    ignored: Math.min(counts.ignored, worktreeLimits.ignored),
    ignoredIn: [...files, ...folders]
      .slice(0, worktreeLimits.names)
      .map((name) => Buffer.from(name, 'latin1').toString('utf8')),
    ignoredNames,
    nested,
    head: { commit: head.commit, branch: head.branch },
  };
}

/** Reads `branch.oid <id>` or `branch.head <name>`. */
function headIn(header: string): Partial<WorktreeHead> {
  const [, name, value = ''] = /^branch\.(\S+) (.*)$/su.exec(header) ?? [];
  if (name === 'oid' && value !== '(initial)') return { commit: value };
  if (name !== 'head' || value === '(detached)') return {};
  return { branch: Buffer.from(value, 'latin1').toString('utf8') };
}
