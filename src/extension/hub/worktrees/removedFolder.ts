import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, realpath, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import type { Log } from '../../util/log';
import { isLocalPath } from '../../util/files/localPath';
import { readOrdinary } from '../../util/files/readOrdinary';
import { removeFolder } from '../../util/files/removeFolder';
import { deleteRefs } from './keptObjects';
import type { WorktreeGit } from './worktreeGit';

/** Maximum age in ms, and maximum number per repository, of removed work trees. */
export const retention = { ms: 30 * 24 * 60 * 60_000, count: 10 } as const;

const idForm = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{8}$/u;

/** Returns the id of a removal, which contains its time and thereby its age. */
export function removalId(now: number): string {
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/gu, '');
  return `${stamp}Z-${randomBytes(4).toString('hex')}`;
}

/**
 * Folder with the parts of one removed work tree. `common` is git's folder that all work trees
 * share.
 */
export class RemovedFolder {
  readonly path: string;
  /** Git's folder of the work tree, with index, HEAD and reflog. */
  readonly gitFolder: string;
  /** Reflog and settings of the branch that was deleted with it. */
  readonly branchLog: string;
  readonly branchConfig: string;

  constructor(
    readonly common: string,
    readonly id: string,
  ) {
    this.path = path.join(removedFoldersOf(common), id);
    this.gitFolder = path.join(this.path, 'git');
    this.branchLog = path.join(this.path, 'branch-log');
    this.branchConfig = path.join(this.path, 'branch-config');
  }

  /**
   * Creates the folder. Rejects if a parent is a link, which somebody else with write access to the
   * repository may have created.
   */
  async create(): Promise<void> {
    const folders = [
      path.join(this.common, 'mission-control'),
      removedFoldersOf(this.common),
      this.path,
    ];
    for (const folder of folders) {
      await mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
        if (folder === this.path || !(await lstat(folder)).isDirectory()) throw error;
      });
    }
    await this.verifyLocation();
  }

  private async verifyLocation(): Promise<void> {
    const own = path.join(removedFoldersOf(await realpath(this.common)), this.id);
    if ((await realpath(this.path)) !== own) throw new Error(`${this.path} leads elsewhere`);
  }

  /** Returns the possible paths of the work tree's files, in the order of the search. */
  possibleTrees(top: string): readonly [string, string] {
    const hidden = `.${path.basename(top)}.removed-${this.id}`;
    return [path.join(this.path, 'tree'), path.join(path.dirname(top), hidden)];
  }

  /**
   * Moves the files of a work tree here or, if this is a different file system, to a hidden folder
   * next to it. Returns their path.
   */
  async moveIn(top: string): Promise<string> {
    const [inside, beside] = this.possibleTrees(top);
    try {
      await rename(top, inside);
      return inside;
    } catch (error) {
      if (!hasCode(error, 'EXDEV')) throw error;
    }
    // `delete` finds the hidden folder only by this file.
    await writeFile(this.file(besideName), top, { mode: 0o600, flag: 'wx' });
    await rename(top, beside);
    return beside;
  }

  /** Returns the path of the work tree's files; undefined if they have been deleted. */
  async findTree(top: string): Promise<string | undefined> {
    for (const tree of this.possibleTrees(top)) {
      const stats = await lstat(tree).catch(() => undefined);
      if (stats?.isDirectory() === true) return tree;
    }
    return undefined;
  }

  async delete(): Promise<void> {
    await this.verifyLocation();
    const stored = await readOrdinary(this.file(besideName), maxPathBytes).catch(() => '');
    const top = stored?.toString() ?? '';
    // Safe for any `top`, as the deleted folder's name contains the id.
    if (isLocalPath(top)) await removeFolder(this.possibleTrees(top)[1]);
    await removeFolder(this.path);
  }

  /** Deletes the folder after a failed removal; rejects if it has files of a work tree. */
  async discard(): Promise<void> {
    await this.verifyLocation();
    const own = [this.branchLog, this.branchConfig, this.file(besideName), this.file(readmeName)];
    for (const file of own) await rm(file, { force: true });
    // Fails if the folder is not empty.
    await rmdir(this.path);
  }

  private file(name: string): string {
    return path.join(this.path, name);
  }

  /** Writes a README that says how to restore the work tree by hand. */
  async writeReadme(top: string, tree: string, gitFolder: string): Promise<void> {
    const lines = [
      'Mission Control for Claude Code removed this worktree. Undo in the editor brings all of it back.',
      'By hand, the first two folders go back to where they were:',
      '',
      `  ${tree}  ->  ${top}`,
      `  ${this.gitFolder}  ->  ${gitFolder}`,
      '',
      'Git keeps all commits that the worktree and its branch had, also those of their reflogs:',
      '',
      `  git for-each-ref ${refPrefix(this.id)}`,
      '',
      `The next removal in this repository deletes it once it is ${retention.ms / 86_400_000} days old, or ${retention.count} others came later.`,
      'Delete it yourself if you need the room sooner.',
      '',
    ];
    await writeFile(this.file(readmeName), lines.join('\n'), { mode: 0o600 });
  }
}

/** File with the path of a work tree whose files are next to it instead of in this folder. */
const besideName = 'beside';
const readmeName = 'README.txt';
const maxPathBytes = 16 * 1024;

/** Returns the prefix of the refs that keep the objects of a removed work tree. */
export function refPrefix(id: string): string {
  return `refs/mission-control/removed/${id}`;
}

function removedFoldersOf(common: string): string {
  return path.join(common, 'mission-control', 'removed');
}

/**
 * Deletes removed work trees beyond `retention`. Failures, for instance due to a mount, are logged.
 */
export async function deleteExpiredWorktrees(
  common: string,
  git: WorktreeGit,
  log: Log,
  now = Date.now(),
): Promise<void> {
  const names = await readdir(removedFoldersOf(common)).catch((): string[] => []);
  const ids = names.filter((name) => idForm.test(name)).toSorted();
  const expired = ids.filter(
    (id, index) => index < ids.length - retention.count || now - removalTime(id) > retention.ms,
  );
  for (const id of expired) {
    try {
      const removed = new RemovedFolder(common, id);
      await removed.delete();
      await deleteRefs(git, refPrefix(id));
      log.info(`A worktree that was removed on ${id.slice(0, 8)} is deleted for good`);
    } catch (error) {
      log.warn(`The removed worktree ${id} stays: ${String(error)}`);
    }
  }
}

function removalTime(id: string): number {
  return Date.parse(id.replace(idForm, '$1-$2-$3T$4:$5:$6Z'));
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
