/** Last folders of a worktree that the client makes for a session, inside the project. */
const worktrees = ['.claude', 'worktrees'];

/** The folder's own name; of the client's worktrees that of the project which holds them. */
export function projectName(path: string): string {
  const folders = path.split(/[/\\]/u).filter((part) => part !== '');
  const isWorktree = worktrees.every((name, index) => folders.at(index - 3) === name);
  return (isWorktree ? folders.at(-4) : undefined) ?? folders.at(-1) ?? '';
}
