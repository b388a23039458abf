import * as path from 'node:path';

/** True for the folder itself, too. Both are real paths. */
export function isIn(inner: string, outer: string): boolean {
  const way = path.relative(outer, inner);
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}
