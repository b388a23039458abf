/**
 * True if a path is the folder or lies in it. Compares the texts of two absolute paths without
 * reading the disk. `/` and `\` are equivalent; case is ignored in a path that begins with a drive
 * letter or is on a Windows share, where people type paths in any case.
 */
export function isInFolder(folder: string, path: string): boolean {
  const [outer, inner] = [normalized(folder), normalized(path)];
  if (outer === '') return false;
  return inner === outer || inner.startsWith(outer === '/' ? outer : `${outer}/`);
}

function normalized(path: string): string {
  const forward = path.replaceAll('\\', '/');
  let end = forward.length;
  while (end > 1 && forward[end - 1] === '/') end -= 1;
  const trimmed = forward.slice(0, end);
  return /^(?:[A-Za-z]:(?:\/|$)|\/\/)/.test(trimmed) ? trimmed.toLowerCase() : trimmed;
}
