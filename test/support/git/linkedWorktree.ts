import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { GitRepository } from './gitRepository';

const name = 'tidy-up';

/** A repository with one commit in `main`, and a linked worktree like those of the client. */
export class LinkedWorktree {
  readonly main: GitRepository;
  readonly tree: GitRepository;
  private readonly others: string[] = [];

  constructor() {
    this.main = GitRepository.like('linked', makeLinked);
    this.tree = this.main.at(treeIn(this.main.root));
    // Repository and worktree refer to each other by absolute paths.
    const gitFolder = this.main.file('.git', 'worktrees', name);
    writeFileSync(path.join(gitFolder, 'gitdir'), `${this.tree.file('.git')}\n`);
    writeFileSync(this.tree.file('.git'), `gitdir: ${gitFolder}\n`);
  }

  /** Adds a bare repository with the main branch as `origin`. */
  addOrigin(): void {
    const origin = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'mc-origin-')));
    this.others.push(origin);
    this.main.git('init', '-q', '--bare', '-b', 'main', origin);
    this.main.git('remote', 'add', 'origin', origin);
    this.main.git('push', '-qu', 'origin', 'main');
    this.main.git('remote', 'set-head', 'origin', '-a');
  }

  remove(): void {
    this.main.remove();
    for (const other of this.others) rmSync(other, { recursive: true, force: true });
  }
}

function treeIn(root: string): string {
  return path.join(root, '.claude', 'worktrees', name);
}

function makeLinked(main: GitRepository): void {
  main.write('.gitignore', 'node_modules/\n.env\n.claude/\n');
  main.commit('a.txt', 'one');
  main.git('worktree', 'add', '-q', '-b', `worktree-${name}`, treeIn(main.root));
}
