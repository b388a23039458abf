/**
 * True if a path from an untrusted source may be accessed: on Windows it can name another machine
 * (`\\host\share`), to which any access would reveal the user. Paths on the same share as
 * `trusted`, a path of the user, are allowed.
 */
export function isLocalPath(
  claimed: string,
  trusted = '',
  platform: NodeJS.Platform = process.platform,
): boolean {
  const share = platform === 'win32' ? shareOf(claimed) : undefined;
  return share === undefined || share === shareOf(trusted);
}

/** `//host/share` of a path that starts with one. */
function shareOf(path: string): string | undefined {
  const forward = path.replaceAll('\\', '/').toLowerCase();
  return /^\/\/[^/]*(?:\/[^/]*)?/.exec(forward)?.[0];
}
