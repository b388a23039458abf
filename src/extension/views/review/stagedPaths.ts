import type { ReviewFile } from '../../../shared/protocol/work/review';
import { isIn } from '../../util/files/isIn';

/**
 * Paths to stage for files of a review; a renamed file has two. Git rejects the complete list if it
 * contains an unknown path: one in another repository, or one that is neither in the work tree nor
 * in the index, such as a deletion that is already staged. `changed` contains the paths with
 * unstaged changes.
 */
export function stagedPaths(
  files: readonly ReviewFile[],
  top: string,
  changed: ReadonlySet<string>,
): readonly string[] {
  const open = files.filter(({ committed }) => committed !== true);
  return open.flatMap(({ kind, path, from }) => {
    const removed = [...(kind === 'deleted' ? [path] : []), ...(from === undefined ? [] : [from])];
    const present = kind === 'deleted' ? [] : [path];
    return [...present, ...removed.filter((one) => changed.has(one))].filter((one) =>
      isIn(one, top),
    );
  });
}

/**
 * Escapes a path so that Git does not read it as a pattern: the pathspec `[id].ts` also matches
 * `i.ts`, and a leading colon is special. On Windows nothing is escaped, because there the
 * backslash separates folders.
 */
export function literalPath(path: string, platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32' ? path : path.replace(/[*?[\]\\:]/gu, String.raw`\$&`);
}
