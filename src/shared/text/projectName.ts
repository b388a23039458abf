import { worktreeFolders } from '../agents/places';

/** The folder's name; for a worktree of the client, the name of the project that contains it. */
export function projectName(path: string): string {
  const folders = path.split(/[/\\]/u).filter((part) => part !== '');
  const isWorktree = worktreeFolders.every((name, index) => folders.at(index - 3) === name);
  return (isWorktree ? folders.at(-4) : undefined) ?? folders.at(-1) ?? '';
}
