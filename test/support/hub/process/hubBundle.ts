import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { bundleEntry } from './hubScript';

/** The hub's bundle as `dist/hub.js` is, of the sources as they are now; its path. */
export async function bundleHub(): Promise<string> {
  return (await bundleEntry('src/extension/hub/main.ts')).file;
}

export async function removeBundle(outfile: string): Promise<void> {
  await fs.rm(path.dirname(outfile), { recursive: true, force: true });
}
