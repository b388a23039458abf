import { isInFolder } from '../../../shared/board/folders';

/** Resolves `~` to the home folder; undefined if the entry is not an absolute path. */
export function absoluteFolder(listed: unknown, home: string): string | undefined {
  if (typeof listed !== 'string' || listed.length > 4096) return undefined;
  if (listed === '~' || /^~[\\/]/.test(listed)) return home + listed.slice(1);
  return /^(?:[\\/]|[A-Za-z]:[\\/])/.test(listed) ? listed : undefined;
}

/**
 * The entries that exclude a project from control: the project itself and folders that contain it.
 */
export function entriesAround(
  listed: readonly unknown[],
  project: string,
  home: string,
): readonly unknown[] {
  return listed.filter((entry) => {
    const folder = absoluteFolder(entry, home);
    return folder !== undefined && isInFolder(folder, project);
  });
}
