import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { compiledEntry } from './hubScript';

/** A copy of the hub’s bundle as `dist/hub.js` is, which starts in less time; its path. */
export async function bundleHub(): Promise<string> {
  return (await compiledEntry('src/extension/hub/main.ts')).file;
}

export async function removeBundle(outfile: string): Promise<void> {
  await fs.rm(path.dirname(outfile), { recursive: true, force: true });
}
