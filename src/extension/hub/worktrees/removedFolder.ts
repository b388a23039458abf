import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, realpath, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import type { Log } from '../../util/log';
import { isLocalPath } from '../../util/files/localPath';
import { readOrdinary } from '../../util/files/readOrdinary';
import { removeFolder } from '../../util/files/removeFolder';
import { deleteRefs } from './keptObjects';
import type { WorktreeGit } from './worktreeGit';

/** Removed work trees are kept for so long, in ms, and no more than this many of one repository. */
export const keptFor = { ms: 30 * 24 * 60 * 60_000, count: 10 } as const;

const idForm = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{8}$/u;

/** Names a removal by its time, so that its age is known by the name alone. */
export function removalId(now: number): string {
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/gu, '');
  return `${stamp}Z-${randomBytes(4).toString('hex')}`;
}

/** Where the parts of one removed work tree are kept. `common` is git's folder of all its work trees. */
export class RemovedFolder {
  readonly path: string;
  /** Git's own folder of the work tree: index, HEAD, reflog. */
  readonly gitFolder: string;
  /** Reflog and settings of the branch that went with it. */
  readonly branchLog: string;
  readonly branchConfig: string;

  constructor(
    readonly common: string,
    readonly id: string,
  ) {
    this.path = path.join(parentOf(common), id);
    this.gitFolder = path.join(this.path, 'git');
    this.branchLog = path.join(this.path, 'branch-log');
    this.branchConfig = path.join(this.path, 'branch-config');
  }

  /** Makes the folder, in folders that are no links: whoever writes in the repository may have put one there. */
  async make(): Promise<void> {
    const folders = [path.join(this.common, 'mission-control'), parentOf(this.common), this.path];
    for (const folder of folders) {
      await mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
        if (folder === this.path || !(await lstat(folder)).isDirectory()) throw error;
      });
    }
    await this.check();
  }

  private async check(): Promise<void> {
    const own = path.join(parentOf(await realpath(this.common)), this.id);
    if ((await realpath(this.path)) !== own) throw new Error(`${this.path} leads elsewhere`);
  }

  /** Where the files of a work tree are, in the order in which they are looked for. */
  treesOf(top: string): readonly [string, string] {
    const beside = `.${path.basename(top)}.removed-${this.id}`;
    return [path.join(this.path, 'tree'), path.join(path.dirname(top), beside)];
  }

  /** Moves the files of a work tree here; beside itself where this is another file system. Answers their place. */
  async moveIn(top: string): Promise<string> {
    const [here, beside] = this.treesOf(top);
    try {
      await rename(top, here);
      return here;
    } catch (error) {
      if (!hasCode(error, 'EXDEV')) throw error;
    }
    // What is beside is found by this alone when it is deleted.
    await writeFile(this.file(besideName), top, { mode: 0o600, flag: 'wx' });
    await rename(top, beside);
    return beside;
  }

  /** Undefined where they are not kept any more. */
  async treeOf(top: string): Promise<string | undefined> {
    for (const tree of this.treesOf(top)) {
      const there = await lstat(tree).catch(() => undefined);
      if (there?.isDirectory() === true) return tree;
    }
    return undefined;
  }

  async delete(): Promise<void> {
    await this.check();
    const beside = await readOrdinary(this.file(besideName), maxPathBytes).catch(() => '');
    const top = beside?.toString() ?? '';
    // Its last name has the id in it, wherever else this leads.
    if (isLocalPath(top)) await removeFolder(this.treesOf(top)[1]);
    await removeFolder(this.path);
  }

  /** Deletes it where it holds no part of a work tree, as after a removal that was taken back. */
  async discard(): Promise<void> {
    await this.check();
    const own = [this.branchLog, this.branchConfig, this.file(besideName), this.file(readmeName)];
    for (const file of own) await rm(file, { force: true });
    // Fails where anything else is in it.
    await rmdir(this.path);
  }

  private file(name: string): string {
    return path.join(this.path, name);
  }

  /** Says how a person gets everything back by hand. */
  async explain(top: string, tree: string, gitFolder: string): Promise<void> {
    const lines = [
      'Mission Control for Claude Code removed this worktree. Undo in the editor brings all of it back.',
      'By hand, the first two folders go back to where they were:',
      '',
      `  ${tree}  ->  ${top}`,
      `  ${this.gitFolder}  ->  ${gitFolder}`,
      '',
      'Git keeps all commits that the worktree and its branch had, also those of their reflogs:',
      '',
      `  git for-each-ref ${refsOf(this.id)}`,
      '',
      `The next removal in this repository deletes it once it is ${keptFor.ms / 86_400_000} days old, or ${keptFor.count} others came later.`,
      'Delete it yourself if you need the room sooner.',
      '',
    ];
    await writeFile(this.file(readmeName), lines.join('\n'), { mode: 0o600 });
  }
}

/** Names the work tree whose files are kept beside its place. */
const besideName = 'beside';
const readmeName = 'README.txt';
const maxPathBytes = 16 * 1024;

/** Refs that keep what a removed work tree names. */
export function refsOf(id: string): string {
  return `refs/mission-control/removed/${id}`;
}

function parentOf(common: string): string {
  return path.join(common, 'mission-control', 'removed');
}

/** Deletes what is older, or more, than is kept. What cannot be deleted, as while something is mounted in it, stays. */
export async function emptyRemoved(
  common: string,
  git: WorktreeGit,
  log: Log,
  now = Date.now(),
): Promise<void> {
  const names = await readdir(parentOf(common)).catch((): string[] => []);
  const ids = names.filter((name) => idForm.test(name)).toSorted();
  const over = ids.filter(
    (id, index) => index < ids.length - keptFor.count || now - timeOf(id) > keptFor.ms,
  );
  for (const id of over) {
    try {
      const removed = new RemovedFolder(common, id);
      await removed.delete();
      await deleteRefs(git, refsOf(id));
      log.info(`A worktree that was removed on ${id.slice(0, 8)} is deleted for good`);
    } catch (error) {
      log.warn(`The removed worktree ${id} stays: ${String(error)}`);
    }
  }
}

function timeOf(id: string): number {
  return Date.parse(id.replace(idForm, '$1-$2-$3T$4:$5:$6Z'));
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
