/** Name of the client's folder in the home folder and in a project. */
export const clientFolderName = '.claude';

/** Last folders of a worktree that the client makes for a session, inside the project. */
export const worktreeFolders = [clientFolderName, 'worktrees'] as const;

/** Names of the client's own files and folders, wherever they are. */
export const clientNames = [
  clientFolderName,
  `${clientFolderName}.json`,
  '.mcp.json',
  'claude-code',
] as const;

/** True for a file in one of the client's folders: plans and memories are no part of the work. */
export function isInClientFolder(path: string): boolean {
  return /[/\\]\.claude[/\\]/u.test(path);
}

/** Name of the worktree that the client made, of its folder or one in it. */
export function worktreeNameIn(path: string): string | undefined {
  return /[/\\]\.claude[/\\]worktrees[/\\]([^/\\]+)/.exec(path)?.[1];
}

/** The folder of a linked work tree that the client made, of a file in it; else empty. */
export function worktreeOf(file: string): string {
  const made = /[/\\]\.claude[/\\]worktrees[/\\][^/\\]+[/\\]/u.exec(file);
  return made === null ? '' : file.slice(0, made.index + made[0].length - 1);
}
