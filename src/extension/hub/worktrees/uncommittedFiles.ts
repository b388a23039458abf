import { worktreeLimits } from '../../../shared/protocol/work/worktrees';

/** Files of a work tree whose present content is in no commit. */
export interface UncommittedFiles {
  readonly uncommitted: number;
  readonly untracked: number;
  readonly ignored: number;
  readonly ignoredIn: readonly string[];
  /** All ignored paths, relative to the top folder, as Latin-1: one char for each byte. */
  readonly ignoredNames: readonly string[];
  /** True if it contains a different repository. */
  readonly nested: boolean;
  readonly head: WorktreeHead;
}

/** `branch` is undefined for a detached HEAD, `commit` before the first commit. */
export interface WorktreeHead {
  readonly commit: string | undefined;
  readonly branch: string | undefined;
}

/**
 * Arguments that list HEAD and all files that differ from it. As files are listed one by one, a
 * folder in the list is a different repository.
 */
export const uncommittedFileArguments = [
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

/** Parses the output of `uncommittedFileArguments`. */
export function parseUncommittedFiles(output: Buffer): UncommittedFiles {
  const counts = { uncommitted: 0, untracked: 0, ignored: 0 };
  const files = new Set<string>();
  const folders = new Set<string>();
  const ignoredNames: string[] = [];
  const head: { commit?: string; branch?: string } = {};
  let nested = false;
  // Names are bytes and not always UTF-8.
  for (const entry of output.toString('latin1').split('\0')) {
    const [kind, name] = [entry.slice(0, 2), entry.slice(2)];
    if (kind === '# ') Object.assign(head, parseHead(name));
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

/** Parses `branch.oid <id>` or `branch.head <name>`. */
function parseHead(header: string): Partial<WorktreeHead> {
  const [, name, value = ''] = /^branch\.(\S+) (.*)$/su.exec(header) ?? [];
  if (name === 'oid' && value !== '(initial)') return { commit: value };
  if (name !== 'head' || value === '(detached)') return {};
  return { branch: Buffer.from(value, 'latin1').toString('utf8') };
}
