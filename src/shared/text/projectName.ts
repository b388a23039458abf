import { worktreeFolders } from '../agents/places';

/** The folder's own name; of the client's worktrees that of the project which holds them. */
export function projectName(path: string): string {
  const folders = path.split(/[/\\]/u).filter((part) => part !== '');
  const isWorktree = worktreeFolders.every((name, index) => folders.at(index - 3) === name);
  return (isWorktree ? folders.at(-4) : undefined) ?? folders.at(-1) ?? '';
}
