import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { GitRepository } from './gitRepository';

/** A repository with one commit in `main`, and a worktree of it as the client makes them. */
export class LinkedWorktree {
  readonly main = new GitRepository();
  readonly tree: GitRepository;
  private readonly others: string[] = [];

  constructor(name = 'tidy-up') {
    this.main.write('.gitignore', 'node_modules/\n.env\n.claude/\n');
    this.main.commit('a.txt', 'one');
    const folder = this.main.file('.claude', 'worktrees', name);
    this.main.git('worktree', 'add', '-q', '-b', `worktree-${name}`, folder);
    this.tree = this.main.at(folder);
  }

  /** Gives the repository a bare one as `origin`, which has its main branch. */
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
