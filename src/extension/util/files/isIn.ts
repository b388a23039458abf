import * as path from 'node:path';

/** True if `inner` is `outer` or inside it. Both must be real paths. */
export function isIn(inner: string, outer: string): boolean {
  const relative = path.relative(outer, inner);
  return (
    relative === '' ||
    (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative))
  );
}
