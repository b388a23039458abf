import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fillFrom } from './templates';

/** A repository of the real git in a temporary folder, isolated from this machine's git config. */
export class GitRepository {
  readonly root: string;
  private readonly env: NodeJS.ProcessEnv;

  constructor(
    root?: string,
    private readonly author = { name: 'Test', email: 'test@localhost' },
  ) {
    this.root = root ?? realpathSync(mkdtempSync(path.join(os.tmpdir(), 'mc-git-')));
    this.env = { ...process.env, GIT_CONFIG_GLOBAL: os.devNull, GIT_CONFIG_NOSYSTEM: '1' };
    if (root === undefined) this.init();
  }

  /** The same repository, accessed from another of its folders. */
  at(folder: string): GitRepository {
    return new GitRepository(folder, this.author);
  }

  /** Copies a template repository, which `make` creates once per process. */
  static like(name: string, make: (template: GitRepository) => void): GitRepository {
    const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'mc-git-')));
    fillFrom(name, root, (folder) => {
      const template = new GitRepository(folder);
      template.init();
      make(template);
    });
    return new GitRepository(root);
  }

  /** Creates the repository, without git's sample hooks. */
  init(): void {
    fillFrom('repository', this.root, (folder) => {
      this.git('init', '-q', '-b', 'main', '--template=', folder);
      for (const name of ['hooks', 'info']) mkdirSync(path.join(folder, '.git', name));
    });
  }

  git(...args: readonly string[]): string {
    return this.run(args, this.env);
  }

  /** Runs git with this time, in ms since 1970, in new commits and reflog entries. */
  gitAt(time: number, ...args: readonly string[]): string {
    const date = `@${String(Math.floor(time / 1000))} +0000`;
    return this.run(args, { ...this.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date });
  }

  private run(args: readonly string[], env: NodeJS.ProcessEnv): string {
    const { name, email } = this.author;
    const identity = ['-c', `user.name=${name}`, '-c', `user.email=${email}`];
    // Otherwise each commit starts another git for maintenance, which has nothing to do.
    const calm = ['-c', 'maintenance.auto=false', '-c', 'protocol.file.allow=always'];
    const all = [...identity, ...calm, ...args];
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    return execFileSync('git', all, {
      cwd: this.root,
      env,
      stdio: [...stdio],
    }).toString();
  }

  file(...names: readonly string[]): string {
    return path.join(this.root, ...names);
  }

  write(name: string, text: string): void {
    mkdirSync(path.dirname(this.file(name)), { recursive: true });
    writeFileSync(this.file(name), text);
  }

  commit(name: string, text: string): void {
    this.write(name, text);
    this.commitAll(`Change ${name}`);
  }

  /** Commits all changes by starting one program; returns the commit's id. */
  commitAll(message: string, time = Date.now(), ...options: readonly string[]): string {
    const all = '!f() { git add -A && git commit -q "$@" && git rev-parse HEAD; }; f';
    return this.gitAt(time, '-c', `alias.all=${all}`, 'all', '-m', message, ...options).trim();
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
