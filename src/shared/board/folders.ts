/**
 * Whether a path is a folder or lies in it, by their texts alone. Both absolute; `/` and `\` are
 * alike, and so are capitals and small letters below a drive's letter or a Windows share: a person
 * types a folder there as they like.
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
