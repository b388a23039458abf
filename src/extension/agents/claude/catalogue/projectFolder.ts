import * as path from 'node:path';

const cutLength = 200;

/**
 * True if the client stores transcripts of `cwd` in the folder of this transcript. Sessions change
 * folders but are resumed from the one that contains their transcript.
 */
export function isFolderOf(cwd: string, transcript: string): boolean {
  const name = path.basename(path.dirname(transcript));
  const slug = cwd.replaceAll(/[^A-Za-z0-9]/g, '-');
  // A longer slug is truncated and followed by a hash.
  return slug.length <= cutLength ? slug === name : name.startsWith(slug.slice(0, cutLength));
}
