import * as fs from 'node:fs';
import * as path from 'node:path';
import { GitRepository } from '../../../support/git/gitRepository';
import type { Part } from '../play';
import { worktreePath, type Project } from '../session';
import type { Folders } from './stage';

/** Age of the last shared commit, in ms; the day's work began after it. */
const committedAgoMs = 20 * 3_600_000;

/** Writes the projects of these sessions in their state at the start of the day. */
export function writeProjects({ code }: Folders, parts: readonly Part[]): void {
  for (const project of new Set(parts.map((part) => part.project))) {
    const folder = path.join(code, project.name);
    writeFiles(folder, project.files);
    if (project.uncommitted === undefined) continue;
    const worktrees = worktreesOf(project, parts);
    beginRepository(folder, worktrees, Date.now() - committedAgoMs);
    const places = worktrees.length > 0 ? worktrees.map((one) => one.folder) : [''];
    for (const place of places) writeFiles(path.join(folder, place), project.uncommitted);
  }
}

function worktreesOf(project: Project, parts: readonly Part[]): readonly Worktree[] {
  return parts.flatMap(({ project: own, worktree, branch }) =>
    own !== project || worktree === undefined
      ? []
      : [{ folder: path.join(...worktreePath(worktree)), branch }],
  );
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
}

/** A branch checked out in a folder inside the project, in addition to the project's own branch. */
interface Worktree {
  readonly folder: string;
  readonly branch: string;
}

const first = (name: string): readonly (readonly string[])[] => [
  ['init', '-q', '-b', 'main'],
  ['add', '-A'],
  ['commit', '-q', '-m', 'Begin'],
  ['config', 'remote.origin.url', `https://git.example/${name}.git`],
  ['config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
  ['update-ref', 'refs/remotes/origin/main', 'HEAD'],
  ['config', 'branch.main.remote', 'origin'],
  ['config', 'branch.main.merge', 'refs/heads/main'],
];

/**
 * Turns a folder into a repository, if git is installed. Its branch, or the branch of each
 * worktree, is one commit ahead of its upstream. All commits are dated `atMs`.
 */
function beginRepository(folder: string, worktrees: readonly Worktree[], atMs: number): void {
  if (!first(path.basename(folder)).every((step) => git(folder, step, atMs))) return;
  const ahead = ['commit', '-q', '--allow-empty', '-m', 'Go on'];
  if (worktrees.length === 0) git(folder, ahead, atMs);
  fs.appendFileSync(path.join(folder, '.git/info/exclude'), '.claude/\n');
  for (const { folder: inside, branch } of worktrees) {
    const place = path.join(folder, inside);
    const add = ['worktree', 'add', '-q', '--track', '-b', branch, place, 'origin/main'];
    git(folder, add, atMs);
    git(place, ahead, atMs);
  }
}

/** A tool's effect on the files of a repository. Paths are absolute. */
export type FileEffect =
  | {
      readonly kind: 'replace';
      readonly file: string;
      readonly before: string;
      readonly after: string;
    }
  | { readonly kind: 'write'; readonly file: string; readonly text: string }
  | { readonly kind: 'remove'; readonly file: string }
  | { readonly kind: 'git'; readonly folder: string; readonly args: readonly string[] };

/**
 * Applies an effect to real files, dated `pastMs` if given; an edit whose text is not found has no
 * effect.
 */
export function carryOut(deed: FileEffect, pastMs?: number): void {
  switch (deed.kind) {
    case 'replace': {
      const { file, before, after } = deed;
      const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
      const changed = text.replace(before, () => after);
      if (changed !== text) writeAt(file, changed, pastMs);
      return;
    }
    case 'write':
      writeAt(deed.file, deed.text, pastMs);
      return;
    case 'remove':
      fs.rmSync(deed.file, { force: true });
      return;
    case 'git':
      // Without git the demo's folders are no repositories, but one of their parents may be.
      if (fs.existsSync(path.join(deed.folder, '.git'))) git(deed.folder, deed.args, pastMs);
  }
}

function writeAt(file: string, text: string, pastMs: number | undefined): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  if (pastMs !== undefined) fs.utimesSync(file, pastMs / 1000, pastMs / 1000);
}

/**
 * Runs git in a folder, dated `atMs` if given; false if it fails or is not installed. It does not
 * use the user's own git configuration.
 */
function git(folder: string, args: readonly string[], atMs?: number): boolean {
  const repository = new GitRepository(folder, { name: 'Demo', email: 'demo@example.com' });
  try {
    if (atMs === undefined) repository.git(...args);
    else repository.gitAt(atMs, ...args);
    return true;
  } catch {
    return false;
  }
}
