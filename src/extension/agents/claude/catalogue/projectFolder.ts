import * as path from 'node:path';

const cutLength = 200;

/**
 * Whether the client keeps transcripts of a working folder where this one lies: sessions change
 * folders, but are resumed from the one that their transcript lies under.
 */
export function isFolderOf(cwd: string, transcript: string): boolean {
  const name = path.basename(path.dirname(transcript));
  const slug = cwd.replaceAll(/[^A-Za-z0-9]/g, '-');
  // A longer one is cut, and a hash follows.
  return slug.length <= cutLength ? slug === name : name.startsWith(slug.slice(0, cutLength));
}
