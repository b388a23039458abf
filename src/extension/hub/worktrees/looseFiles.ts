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
}

/** Asks git for every file that is not in HEAD: with all files listed, a folder stands for a repository of its own. */
export const looseFiles = [
  'status',
  '--porcelain=v2',
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
  let nested = false;
  // Names are bytes, which need not be UTF-8.
  for (const entry of output.toString('latin1').split('\0')) {
    const [kind, name] = [entry.slice(0, 2), entry.slice(2)];
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
  };
}
