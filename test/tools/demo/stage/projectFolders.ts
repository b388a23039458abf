import * as fs from 'node:fs';
import * as path from 'node:path';
import { GitRepository } from '../../../support/git/gitRepository';
import type { Part } from '../play';
import { worktreePath, type Project } from '../session';
import type { Folders } from './stage';

/** The day's work began after the last commit that everybody has, in ms. */
const committedAgoMs = 20 * 3_600_000;

/** Writes the projects of these sessions as they are when the day begins. */
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

/** A branch that is checked out beside the project's own, in a folder inside it. */
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
 * Makes a repository of a folder; without git it stays a folder. Its branch, or where there are
 * worktrees theirs, is one commit ahead of its upstream. All was committed at `atMs`.
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

/** What a tool does to the files of a repository. Paths are absolute. */
export type Deed =
  | {
      readonly kind: 'replace';
      readonly file: string;
      readonly before: string;
      readonly after: string;
    }
  | { readonly kind: 'write'; readonly file: string; readonly text: string }
  | { readonly kind: 'remove'; readonly file: string }
  | { readonly kind: 'git'; readonly folder: string; readonly args: readonly string[] };

/** Does it to real files, dated in the past where `pastMs` is given; what no longer fits is left as it is. */
export function carryOut(deed: Deed, pastMs?: number): void {
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
      // Without git the demo's folders are no repositories, but a folder around them may be one.
      if (fs.existsSync(path.join(deed.folder, '.git'))) git(deed.folder, deed.args, pastMs);
  }
}

function writeAt(file: string, text: string, pastMs: number | undefined): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  if (pastMs !== undefined) fs.utimesSync(file, pastMs / 1000, pastMs / 1000);
}

/**
 * Runs git in a folder, as at a time where `atMs` is given; false where it fails or is not there.
 * Nothing of the person who shows the demo gets into it.
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
