/** Name of the client's folder, both in the home folder and in a project. */
export const clientFolderName = '.claude';

/** Folders in a project in which the client creates worktrees. */
export const worktreeFolders = [clientFolderName, 'worktrees'] as const;

/** Names of the client's own files and folders, wherever they are. */
export const clientNames = [
  clientFolderName,
  `${clientFolderName}.json`,
  '.mcp.json',
  'claude-code',
] as const;

/**
 * True for a file in one of the client's folders. Plans and memories there do not count as changes
 * of the session.
 */
export function isInClientFolder(path: string): boolean {
  return /[/\\]\.claude[/\\]/u.test(path);
}

/** Name of the client's worktree that contains a path; undefined for any other path. */
export function worktreeNameIn(path: string): string | undefined {
  return /[/\\]\.claude[/\\]worktrees[/\\]([^/\\]+)/.exec(path)?.[1];
}

/** The folder of the client's linked work tree that contains a file; empty for any other file. */
export function worktreeOf(file: string): string {
  const made = /[/\\]\.claude[/\\]worktrees[/\\][^/\\]+[/\\]/u.exec(file);
  return made === null ? '' : file.slice(0, made.index + made[0].length - 1);
}
