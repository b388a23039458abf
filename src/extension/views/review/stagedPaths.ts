import type { ReviewFile } from '../../../shared/protocol/work/review';
import { isIn } from '../../util/files/isIn';

/**
 * The paths by which git stages files of a review. A renamed one is staged at both places. Git fails
 * on all of them for one that it cannot know: one of another repository, and one that is neither in
 * the work tree nor in the index, as a deletion that is staged already; `changed` are the paths of
 * which git tells changes that are not staged.
 */
export function stagedPaths(
  files: readonly ReviewFile[],
  top: string,
  changed: ReadonlySet<string>,
): readonly string[] {
  const open = files.filter(({ committed }) => committed !== true);
  return open.flatMap(({ kind, path, from }) => {
    const gone = [...(kind === 'deleted' ? [path] : []), ...(from === undefined ? [] : [from])];
    const there = kind === 'deleted' ? [] : [path];
    return [...there, ...gone.filter((one) => changed.has(one))].filter((one) => isIn(one, top));
  });
}

/**
 * The path as a pattern that fits it alone: git takes `[id].ts` for `i.ts`, too, and a colon in front
 * for more than a name. On Windows a backslash parts folders, and no such name but `[` can be made.
 */
export function literalPath(path: string, platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32' ? path : path.replace(/[*?[\]\\:]/gu, String.raw`\$&`);
}
