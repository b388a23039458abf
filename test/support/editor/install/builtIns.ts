import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { InstalledEditor } from './install';

/** Enough for a workbench that shows our views, plans and settings. */
const enough = ['json', 'markdown-basics', 'theme-defaults'];

/** What the editor shows of repositories, and opens their files with. */
const ofGit = ['git', 'git-base'];

/**
 * Makes `folder` hold links to a few of the editor's own extensions. Each window starts and reads all of
 * them otherwise, which takes a fifth of the processor time of its start.
 */
export async function linkBuiltIns(
  { builtIns }: InstalledEditor,
  withGit: boolean,
  folder: string,
): Promise<void> {
  await fs.mkdir(folder);
  for (const name of [...enough, ...(withGit ? ofGit : [])]) {
    await fs.symlink(path.join(builtIns, name), path.join(folder, name));
  }
}
