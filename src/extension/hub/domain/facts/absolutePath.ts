const absolute = /^(?:~?[/\\]|[A-Za-z]:[/\\])/u;
const windowsStart = /^(?:[A-Za-z]:|\\\\)/u;

/** True for an absolute path, which includes `~/`. */
export function isAbsolutePath(file: string): boolean {
  return absolute.test(file);
}

/**
 * Resolves a path against a folder, with the path rules of the folder's system; unchanged without a
 * folder.
 */
export function absolutePath(file: string, folder: string | undefined): string {
  if (folder === undefined || isAbsolutePath(file) || !isAbsolutePath(folder)) return file;
  const separator = windowsStart.test(folder) ? '\\' : '/';
  const separators = separator === '/' ? /\//u : /[/\\]/u;
  const parts = folder.split(separators);
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  for (const part of file.split(separators)) {
    if (part === '..' && parts.length > 1) parts.pop();
    else if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join(separator);
}
