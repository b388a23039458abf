import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { InstalledEditor } from './install';

/** Built-in extensions that our views, plans and settings need. */
const enough = ['json', 'markdown-basics', 'theme-defaults'];

/** Built-in extensions for repositories and for opening their files. */
const ofGit = ['git', 'git-base'];

/**
 * Fills `folder` with links to a few of the editor's own extensions. Starting and reading all of
 * them takes a fifth of the processor time of a window's start.
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
