/**
 * Whether a path that somebody claims may be looked at: on Windows one can name another machine
 * (`\\host\share`), which would learn who asks as soon as it is. `trusted` is a path of the user's
 * own; where that lies on such a share, its paths may.
 */
export function isLocalPath(
  claimed: string,
  trusted = '',
  platform: NodeJS.Platform = process.platform,
): boolean {
  const share = platform === 'win32' ? shareOf(claimed) : undefined;
  return share === undefined || share === shareOf(trusted);
}

/** `//host/share` of a path that begins with one. */
function shareOf(path: string): string | undefined {
  const forward = path.replaceAll('\\', '/').toLowerCase();
  return /^\/\/[^/]*(?:\/[^/]*)?/.exec(forward)?.[0];
}
