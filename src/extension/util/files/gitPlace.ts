import { lstat, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { isLocalPath } from './localPath';
import { readOrdinary } from './readOrdinary';

const maxLinkBytes = 64 * 1024;

/** A work tree and its git folder, which for a linked work tree is not the repository's. */
export interface GitPlace {
  /** The folder that contains `.git`. */
  readonly top: string;
  readonly folder: string;
}

/**
 * The work tree of a folder. `.git` is a folder, or in a linked work tree a file that names one.
 */
export async function findGitPlace(start: string): Promise<GitPlace | undefined> {
  if (!isLocalPath(start)) return undefined;
  for (let top = path.resolve(start); ; top = path.dirname(top)) {
    const candidate = path.join(top, '.git');
    try {
      if ((await stat(candidate)).isDirectory()) {
        // Like git, skips an empty `.git` folder, which sandboxes leave behind.
        await lstat(path.join(candidate, 'HEAD'));
        return { top, folder: candidate };
      }
      const link = /^gitdir: (.+)$/mu.exec(await linkText(candidate))?.[1]?.trim();
      const isUsable = link !== undefined && isLocalPath(link);
      return isUsable ? { top, folder: path.resolve(top, link) } : undefined;
    } catch {
      if (path.dirname(top) === top) return undefined;
    }
  }
}

/** Folders of a work tree's repository. */
export interface RepositoryPlace extends GitPlace {
  /** The git folder that all work trees share: refs and config. */
  readonly common: string;
  /** Name of a linked work tree; undefined for the main one. */
  readonly worktree: string | undefined;
}

export async function repositoryPlace(start: string): Promise<RepositoryPlace | undefined> {
  const place = await findGitPlace(start);
  if (place === undefined) return undefined;
  const { folder } = place;
  const common = await commonFolderOf(folder);
  if (common === undefined) return { ...place, common: folder, worktree: undefined };
  const isLinked = path.basename(path.dirname(folder)) === 'worktrees';
  return {
    ...place,
    common,
    worktree: isLinked ? path.basename(folder) : undefined,
  };
}

/** The shared folder of a linked work tree's git folder; undefined for a main work tree's. */
export async function commonFolderOf(folder: string): Promise<string | undefined> {
  const link = (await linkText(path.join(folder, 'commondir')).catch(() => '')).trim();
  return link === '' || !isLocalPath(link) ? undefined : path.resolve(folder, link);
}

async function linkText(file: string): Promise<string> {
  return (await readOrdinary(file, maxLinkBytes))?.toString('utf8') ?? '';
}
