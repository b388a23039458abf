import * as path from 'node:path';

/** True also for the folder itself. Both must be real paths. */
export function isIn(inner: string, outer: string): boolean {
  const way = path.relative(outer, inner);
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}
