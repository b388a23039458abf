const absolute = /^(?:~?[/\\]|[A-Za-z]:[/\\])/u;
const ofWindows = /^(?:[A-Za-z]:|\\\\)/u;

/** True of a path that no folder changes; `~/` begins such a one, too. */
export function isAbsolutePath(file: string): boolean {
  return absolute.test(file);
}

/** A path that may be relative to that folder, as the system of the folder writes it; left as it is without one. */
export function absolutePath(file: string, folder: string | undefined): string {
  if (folder === undefined || isAbsolutePath(file) || !isAbsolutePath(folder)) return file;
  const separator = ofWindows.test(folder) ? '\\' : '/';
  const signs = separator === '/' ? /\//u : /[/\\]/u;
  const parts = folder.split(signs);
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  for (const part of file.split(signs)) {
    if (part === '..' && parts.length > 1) parts.pop();
    else if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join(separator);
}
